// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.seal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/**
 * Opens the datagrams of one lane and direction, each once. Two epochs are alive: the newest one that a datagram of has come, and the one
 * before, for what comes late. Nothing changes before a datagram has been authenticated.
 */
final class Opener {
    private final Cipher cipher;
    private final ReplayWindow window = new ReplayWindow();
    private final SealBuffers buffers;
    private @Nullable EpochKey former;
    private EpochKey current;
    private @Nullable EpochKey
            next; // made when a datagram says that it is of it, and kept: forgers are not to cost a derivation each

    Opener(byte[] secret, SealRules rules, SealBuffers buffers) {
        cipher = rules.aes().newCipher();
        this.buffers = buffers;
        current = EpochKey.first(secret, rules.keyLength());
    }

    void erase() {
        erase(former);
        erase(current);
        erase(next);
    }

    private static void erase(@Nullable EpochKey key) {
        if (key != null) {
            key.erase();
        }
    }

    int epoch() {
        return current.epoch();
    }

    /**
     * Opens a datagram where it lies.
     *
     * @param datagram of at least {@link SealLayout#OVERHEAD} bytes, up to its position
     * @return true if it was authentic and has not come before: its position is then its new end; otherwise it is as it was
     */
    boolean open(ByteBuffer datagram) {
        long counter = SealLayout.counter(datagram);
        EpochKey key = key(datagram.get(SealLayout.EPOCH_OFFSET));
        if (key == null || !window.isFresh(counter)) {
            return false;
        }
        int length = datagram.position();
        byte[] from = buffers.from();
        datagram.get(0, from, 0, length);
        byte[] to = buffers.to();
        int opened;
        try {
            cipher.init(Cipher.DECRYPT_MODE, key.key(), key.nonce(counter));
            cipher.updateAAD(from, 0, SealLayout.BODY_OFFSET);
            opened = cipher.doFinal(from, SealLayout.BODY_OFFSET, length - SealLayout.BODY_OFFSET, to, 0);
        } catch (GeneralSecurityException e) {
            return false; // forged or damaged
        }
        window.note(counter);
        if (key == next) {
            advance(key);
        }
        datagram.put(0, to, 0, opened).position(opened);
        return true;
    }

    private @Nullable EpochKey key(byte epoch) {
        if (epoch == (byte) current.epoch()) {
            return current;
        }
        EpochKey late = former;
        if (late != null && epoch == (byte) late.epoch()) {
            return late;
        }
        if (epoch != (byte) (current.epoch() + 1)) {
            return null;
        }
        EpochKey coming = next;
        if (coming == null) {
            coming = current.next();
            next = coming;
        }
        return coming;
    }

    private void advance(EpochKey arrived) {
        erase(former);
        current.forget();
        former = current;
        current = arrived;
        next = null;
    }
}
