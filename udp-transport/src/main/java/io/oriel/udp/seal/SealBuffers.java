// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import java.nio.ByteBuffer;

/**
 * Room for one datagram as it is and one sealed, for all lanes of a thread. In the heap, where the JDK's provider makes the least garbage;
 * what is sent is copied out.
 */
public final class SealBuffers {
    /** The longest datagram, sealed. */
    public static final int MAX_LENGTH = 65507;

    private final byte[] from = new byte[MAX_LENGTH];
    private final byte[] to = new byte[MAX_LENGTH];
    private final ByteBuffer sent = ByteBuffer.allocateDirect(MAX_LENGTH);

    /** Makes room. */
    public SealBuffers() {}

    byte[] from() {
        return from;
    }

    byte[] to() {
        return to;
    }

    /** Returns the first bytes of {@link #to}, to be sent. */
    ByteBuffer sent(int length) {
        return sent.clear().put(to, 0, length).flip();
    }
}
