// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.protocol;

import org.agrona.concurrent.AtomicBuffer;
import org.jspecify.annotations.Nullable;

/** What an atomic does with eight bytes of memory. */
public enum AtomicOperation {
    /** Adds the operand. */
    ADD(1) {
        @Override
        public long execute(AtomicBuffer memory, int index, long operand, long expected) {
            return memory.getAndAddLong(index, operand);
        }
    },

    /** Puts the operand in the place of what is expected. */
    SWAP(2) {
        @Override
        public long execute(AtomicBuffer memory, int index, long operand, long expected) {
            return memory.compareAndExchangeLong(index, expected, operand);
        }
    };

    private final int code;

    AtomicOperation(int code) {
        this.code = code;
    }

    /** Returns the number in the frame. */
    public int code() {
        return code;
    }

    /**
     * Finds the operation of a number.
     *
     * @param code a peer's word
     * @return null if there is none
     */
    public static @Nullable AtomicOperation of(int code) {
        if (code == ADD.code) {
            return ADD;
        }
        return code == SWAP.code ? SWAP : null;
    }

    /**
     * Tells whether a processor can work on the eight bytes atomically.
     *
     * @param memory that holds them
     * @param index  where
     * @return true if their address is a multiple of eight, also after the collector has moved them
     */
    public static boolean isAligned(AtomicBuffer memory, long index) {
        return (memory.addressOffset() + index & (Long.BYTES - 1)) == 0;
    }

    /**
     * Carries out the operation, as a volatile access.
     *
     * @param memory   holds the bytes, aligned
     * @param index    where; checked
     * @param operand  of the operation
     * @param expected for {@link #SWAP} only
     * @return what the bytes were before
     */
    public abstract long execute(AtomicBuffer memory, int index, long operand, long expected);
}
