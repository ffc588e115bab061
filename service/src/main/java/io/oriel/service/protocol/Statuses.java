// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.protocol;

import io.oriel.api.NdStatus;

/** Failures by the 32-bit values that a peer sends. */
public final class Statuses {
    private static final NdStatus[] VALUES = NdStatus.values();

    private Statuses() {}

    /**
     * Returns the failure with a value.
     *
     * @param value the peer's; anything
     * @return the status; INTERNAL_ERROR if no failure has the value: the peer broke the protocol
     */
    public static NdStatus of(int value) {
        for (NdStatus status : VALUES) {
            if (status.value() == value && status.isFailure()) {
                return status;
            }
        }
        return NdStatus.INTERNAL_ERROR;
    }
}
