// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import org.agrona.DirectBuffer;

/** One side of a link, as the medium sees it. Called on the control agent. */
public interface LinkHandler {
    /**
     * A control message of the peer's engine has come. Its bytes are not to be trusted.
     *
     * @param buffer holds it during this call only
     * @param offset where it begins
     * @param length bytes
     */
    void onControl(DirectBuffer buffer, int offset, int length);

    /** The peer has closed the link in good order. Called once, and nothing after it. */
    void onPeerClosed();

    /**
     * The peer's process has died. What it had committed can still be polled, and its words read. Called once, and
     * nothing after it.
     */
    void onPeerDied();
}
