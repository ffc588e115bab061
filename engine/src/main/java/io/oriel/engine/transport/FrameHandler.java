// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import org.agrona.DirectBuffer;

/** Takes the frames of a link. Called by the domain's owner; must not throw. */
@FunctionalInterface
public interface FrameHandler {
    /**
     * A frame has come. Its bytes are not to be trusted, nor is its length.
     *
     * @param word   what was committed with it
     * @param buffer holds it during this call only
     * @param offset where its payload begins
     * @param length bytes of its payload
     */
    void onFrame(long word, DirectBuffer buffer, int offset, int length);
}
