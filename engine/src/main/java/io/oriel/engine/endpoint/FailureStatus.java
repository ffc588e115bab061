// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;

/** The statuses that a Failure may carry; anything else a peer writes is an INTERNAL_ERROR. */
final class FailureStatus {
    private FailureStatus() {}

    static NdStatus of(int value) {
        if (value == NdStatus.ACCESS_VIOLATION.value()) {
            return NdStatus.ACCESS_VIOLATION;
        }
        return value == NdStatus.REMOTE_ERROR.value() ? NdStatus.REMOTE_ERROR : NdStatus.INTERNAL_ERROR;
    }
}
