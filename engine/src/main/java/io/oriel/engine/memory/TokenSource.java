// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * Makes the tokens of windows: SipHash-2-4 of window and generation under a secret 128-bit key, so that a token cannot be
 * guessed from others and costs no allocation.
 */
final class TokenSource {
    private final long key0;
    private final long key1;

    TokenSource() {
        byte[] key = new byte[16];
        new SecureRandom().nextBytes(key);
        ByteBuffer words = ByteBuffer.wrap(key);
        key0 = words.getLong();
        key1 = words.getLong();
    }

    TokenSource(long key0, long key1) {
        this.key0 = key0;
        this.key1 = key1;
    }

    /** Returns the token of a window's generation. */
    long token(int windowId, long generation) {
        return sipHash(windowId, generation);
    }

    /** SipHash-2-4 of the 16 bytes of two little-endian words. */
    long sipHash(long first, long second) {
        long v0 = key0 ^ 0x736f6d6570736575L;
        long v1 = key1 ^ 0x646f72616e646f6dL;
        long v2 = key0 ^ 0x6c7967656e657261L;
        long v3 = key1 ^ 0x7465646279746573L;
        long message = first;
        for (int word = 0; word < 4; word++) {
            boolean last = word == 3;
            int rounds = last ? 4 : 2;
            if (last) {
                v2 ^= 0xff;
            } else {
                message = word == 0 ? first : word == 1 ? second : 16L << 56; // the last word is the length
                v3 ^= message;
            }
            for (int round = 0; round < rounds; round++) {
                v0 += v1;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v0 = Long.rotateLeft(v0, 32);
                v2 += v3;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 += v3;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 += v1;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v2 = Long.rotateLeft(v2, 32);
            }
            if (!last) {
                v0 ^= message;
            }
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }
}
