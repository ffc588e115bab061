// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.benchmarks.BenchmarkException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;

/** Asks the kernel not to halt idle processors for a while. */
public final class AwakeProcessors {
    private static final Path LATENCY = Path.of("/dev/cpu_dma_latency");

    private AwakeProcessors() {}

    /**
     * Does something while idle processors are not halted.
     *
     * @param work to be done
     * @return what came of it
     * @throws BenchmarkException if this process must not ask for that
     */
    public static <T> T during(Supplier<T> work) {
        try (FileChannel request = FileChannel.open(LATENCY, StandardOpenOption.WRITE)) {
            request.write(ByteBuffer.allocateDirect(Integer.BYTES)); // 0 microseconds to leave any idle state
            return work.get(); // the kernel forgets the request with the descriptor
        } catch (IOException e) {
            throw new BenchmarkException(
                    "processors cannot be kept awake, because " + LATENCY + " cannot be written (" + e
                            + "); run as root, or without --no-halt",
                    e);
        }
    }
}
