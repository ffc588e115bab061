// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import io.oriel.engine.counter.CounterStart;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * Seals the datagrams of one lane and direction. Changes its key after a number of datagrams or a time, but not before the peer is known to
 * have the present one: so it is never ahead by more than the peer can follow, whatever is lost.
 */
final class Sealer {
    private final Cipher cipher;
    private final SealRules rules;
    private final NanoClock clock;
    private final SealBuffers buffers;
    private final byte lane;
    private final int session;
    private EpochKey key;
    private long counter = CounterStart.value();
    private int sealed;
    private long sinceNs;
    private boolean isHeard;

    /**
     * Creates one at its first epoch.
     *
     * @param session which the receiver has chosen
     */
    Sealer(byte[] secret, int lane, int session, SealRules rules, NanoClock clock, SealBuffers buffers) {
        cipher = rules.aes().newCipher();
        this.rules = rules;
        this.clock = clock;
        this.buffers = buffers;
        this.lane = (byte) lane;
        this.session = session;
        key = EpochKey.first(secret, rules.keyLength());
        sinceNs = clock.nanoTime();
    }

    /** The peer has opened a datagram of the epoch with this low byte. */
    void heard(byte epoch) {
        isHeard |= epoch == (byte) key.epoch();
    }

    void erase() {
        key.erase();
    }

    int epoch() {
        return key.epoch();
    }

    /**
     * Seals a datagram.
     *
     * @param datagram from its position on; read
     * @param heard    low byte of the newest epoch that the other direction is in
     * @return the sealed one, until the next; null if the key has sealed as many as it may
     */
    @Nullable
    ByteBuffer seal(ByteBuffer datagram, byte heard) {
        changeKeyIfDue();
        if (sealed >= rules.maxDatagrams()) {
            return null;
        }
        sealed++;
        int length = datagram.remaining();
        byte[] from = buffers.from();
        byte[] to = buffers.to();
        datagram.get(from, 0, length);
        long number = counter++; // spent, whatever becomes of it
        putHeader(to, heard, number);
        try {
            cipher.init(Cipher.ENCRYPT_MODE, key.key(), key.nonce(number));
            cipher.updateAAD(to, 0, SealLayout.BODY_OFFSET);
            int sealedLength = cipher.doFinal(from, 0, length, to, SealLayout.BODY_OFFSET);
            return buffers.sent(SealLayout.BODY_OFFSET + sealedLength);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a datagram of " + length + " bytes cannot be sealed", e);
        }
    }

    private void changeKeyIfDue() {
        if (isHeard && (sealed >= rules.rekeyDatagrams() || clock.nanoTime() - sinceNs >= rules.rekeyNs())) {
            EpochKey next = key.next();
            key.erase();
            key = next;
            sealed = 0;
            sinceNs = clock.nanoTime();
            isHeard = false;
        }
    }

    private void putHeader(byte[] to, byte heard, long number) {
        to[SealLayout.VERSION_OFFSET] = SealLayout.VERSION;
        to[SealLayout.LANE_OFFSET] = lane;
        to[SealLayout.EPOCH_OFFSET] = (byte) key.epoch();
        to[SealLayout.HEARD_OFFSET] = heard;
        for (int index = 0; index < Integer.BYTES; index++) {
            to[SealLayout.SESSION_OFFSET + index] = (byte) (session >>> (index * Byte.SIZE));
        }
        for (int index = 0; index < Long.BYTES; index++) {
            to[SealLayout.COUNTER_OFFSET + index] = (byte) (number >>> (index * Byte.SIZE));
        }
    }
}
