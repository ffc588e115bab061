// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory that a port allocated for a region. */
public interface RegionMemory {
    /**
     * Returns the memory.
     *
     * @return a buffer of the length asked for, which wraps a byte buffer, never a bare address
     */
    UnsafeBuffer buffer();

    /**
     * Returns the name by which peers map the memory.
     *
     * @return for {@link LinkMemory#mapRegion}; {@value #UNMAPPED} if peers cannot map it
     */
    long id();

    /** The id of memory that peers cannot map. */
    long UNMAPPED = 0;

    /** Gives the memory back: its name is gone at once, its bytes when nobody maps them. Idempotent. */
    void release();

    /**
     * Releases memory that no peer and no request touches any more: its name and its space are gone at once, although
     * it stays mapped. Whoever looks at it nevertheless finds zeros. Blocks; idempotent.
     */
    default void releaseSpace() {
        release();
    }

    /**
     * Unmaps memory that was given back and was never in an application's hands: {@link #buffer} holds zeros from now on that
     * nobody else sees. By the domain's owner, the only one to look at it.
     */
    default void unmap() {
        // It goes when nobody refers to it.
    }

    /**
     * Allocates memory that no peer maps, because it is in no file; the garbage collector takes it back.
     *
     * @param length bytes
     * @return the memory, full of zeros
     * @throws NdException INSUFFICIENT_RESOURCES if there is not enough, or the length is more than a buffer has
     */
    static RegionMemory allocateUnmapped(long length) {
        UnsafeBuffer buffer;
        try {
            buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(Math.toIntExact(length)));
        } catch (ArithmeticException | OutOfMemoryError e) {
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "no memory for " + length + " bytes; allow more with -XX:MaxDirectMemorySize",
                    e);
        }
        return new RegionMemory() {
            @Override
            public UnsafeBuffer buffer() {
                return buffer;
            }

            @Override
            public long id() {
                return UNMAPPED;
            }

            @Override
            public void release() {
                // Nobody else knows it.
            }
        };
    }
}
