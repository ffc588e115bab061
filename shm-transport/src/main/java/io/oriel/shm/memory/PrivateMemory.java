// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.transport.RegionMemory;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory of a region that no peer maps, because it is in no file.
 *
 * @param buffer the memory, which the garbage collector takes back
 */
public record PrivateMemory(UnsafeBuffer buffer) implements RegionMemory {
    /**
     * Allocates memory.
     *
     * @param length bytes
     * @return the memory, full of zeros
     * @throws NdException INSUFFICIENT_RESOURCES if there is not enough, or the length is more than a buffer has
     */
    public static PrivateMemory allocate(long length) {
        try {
            return new PrivateMemory(new UnsafeBuffer(ByteBuffer.allocateDirect(Math.toIntExact(length))));
        } catch (ArithmeticException | OutOfMemoryError e) {
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "no memory for " + length + " bytes; allow more with -XX:MaxDirectMemorySize",
                    e);
        }
    }

    @Override
    public long id() {
        return UNMAPPED;
    }

    @Override
    public void release() {
        // Nobody else knows it.
    }
}
