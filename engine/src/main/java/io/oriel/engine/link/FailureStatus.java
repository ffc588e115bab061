// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.api.NdStatus;

/** The statuses that a Failure may carry; anything else a peer writes is an INTERNAL_ERROR. */
final class FailureStatus {
    private static final NdStatus[] STATUSES = {NdStatus.ACCESS_VIOLATION, NdStatus.REMOTE_ERROR, NdStatus.CANCELED};

    private FailureStatus() {}

    /** Reads a status of a peer's. */
    static NdStatus of(int value) {
        for (NdStatus status : STATUSES) {
            if (status.value() == value) {
                return status;
            }
        }
        return NdStatus.INTERNAL_ERROR;
    }
}
