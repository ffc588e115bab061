// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import java.nio.ByteBuffer;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/** One of a link's ways, in both directions. By one thread at a time. */
public final class Lane {
    private final int number;
    private @Nullable Sealer sealer; // null once it is erased, with the JDK's ciphers
    private @Nullable Opener opener;

    /**
     * The secrets of a lane.
     *
     * @param out of what is sent
     * @param in  of what comes
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Secrets(byte[] out, byte[] in) {}

    Lane(int number, Secrets secrets, int peerSession, SealRules rules, NanoClock clock, SealBuffers buffers) {
        this.number = number;
        sealer = new Sealer(secrets.out(), number, peerSession, rules, clock, buffers);
        opener = new Opener(secrets.in(), rules, buffers);
    }

    /**
     * Returns which of the link's lanes it is.
     *
     * @return as in the header
     */
    public int number() {
        return number;
    }

    /**
     * Seals a datagram.
     *
     * @param datagram from its position on, which moves to its limit
     * @return the sealed one, until the next datagram is sealed with the same buffers; null if it is to be lost, for too many were sealed
     *     without a word from the peer
     */
    public @Nullable ByteBuffer seal(ByteBuffer datagram) {
        Sealer seals = sealer;
        Opener opens = opener;
        return seals == null || opens == null ? null : seals.seal(datagram, (byte) opens.epoch());
    }

    /**
     * Opens a datagram where it lies.
     *
     * @param datagram up to its position, as it was received; found by its session
     * @return true if it is authentic and has not come before: its position is then its new end. Otherwise nothing has changed
     */
    public boolean open(ByteBuffer datagram) {
        Sealer seals = sealer;
        Opener opens = opener;
        if (SealLayout.lane(datagram) != number || seals == null || opens == null) {
            return false;
        }
        byte heard = datagram.get(SealLayout.HEARD_OFFSET);
        boolean isOpen = opens.open(datagram);
        if (isOpen) {
            seals.heard(heard);
        }
        return isOpen;
    }

    /** Erases the keys: nothing is sealed or opened any more. Idempotent. */
    public void erase() {
        Sealer seals = sealer;
        Opener opens = opener;
        if (seals != null && opens != null) {
            seals.erase();
            opens.erase();
        }
        sealer = null;
        opener = null;
    }

    /** Returns how often the key of what is sent has been changed. */
    public int sentEpoch() {
        Sealer seals = sealer;
        return seals == null ? 0 : seals.epoch();
    }
}
