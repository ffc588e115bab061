// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;

/**
 * How a request ended, to be compared with what a test expects.
 *
 * @param type    of the request
 * @param status  of its completion
 * @param context of the request
 */
public record Outcome(RequestType type, NdStatus status, long context) {
    static Outcome of(Completion completion) {
        return new Outcome(completion.requestType(), completion.status(), completion.requestContext());
    }

    static Outcome success(RequestType type, long context) {
        return new Outcome(type, NdStatus.SUCCESS, context);
    }

    static Outcome canceled(RequestType type, long context) {
        return new Outcome(type, NdStatus.CANCELED, context);
    }
}
