// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;

/** What the application is told when something that no status names was thrown amid a step of a connection. */
final class StepFailure {
    private StepFailure() {}

    static NdException of(Throwable cause) {
        return new NdException(NdStatus.INSUFFICIENT_RESOURCES, "the step could not be carried out: " + cause, cause);
    }
}
