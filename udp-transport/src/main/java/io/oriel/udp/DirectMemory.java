// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.transport.RegionMemory;
import java.nio.ByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Memory of this process that no peer maps.
 *
 * @param buffer the memory, which the garbage collector takes back
 */
record DirectMemory(UnsafeBuffer buffer) implements RegionMemory {
    static DirectMemory allocate(long length) {
        try {
            return new DirectMemory(new UnsafeBuffer(ByteBuffer.allocateDirect(Math.toIntExact(length))));
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
