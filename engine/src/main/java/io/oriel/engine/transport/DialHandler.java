// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import io.oriel.api.NdStatus;

/** Hears how a dial ended: exactly one of {@link #dialled} and {@link #failed} is called, once, on the control agent. */
public interface DialHandler {
    /**
     * The listener has answered, and nothing has been made yet. Asked once at most, of a medium on which an answer comes
     * before a link; the others do not ask.
     *
     * @param adapterId random, of the adapter that listens
     * @return false to have no link: the dial then fails, CANCELED
     */
    default boolean wantsLink(long adapterId) {
        return true;
    }

    /**
     * There is a link; {@link PortOwner#linkOpened} was called for it before, now or earlier.
     *
     * @param link to the adapter that listens at the address
     */
    void dialled(Link link);

    /**
     * There is no link.
     *
     * @param status CONNECTION_REFUSED (nobody listens, versions differ), CONNECTION_ABORTED (the peer died meanwhile),
     *     IO_TIMEOUT, INSUFFICIENT_RESOURCES, INVALID_ADDRESS, ACCESS_VIOLATION (another user's), DEVICE_REMOVED, CANCELED
     *     (not wanted)
     * @param reason one sentence
     */
    void failed(NdStatus status, String reason);
}
