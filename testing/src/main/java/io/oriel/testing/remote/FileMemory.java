// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote;

import io.oriel.engine.transport.RegionMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.UnsafeBuffer;

/** Memory of a region that peers cannot map, in a file, so that the test's process can. */
final class FileMemory implements RegionMemory {
    private final RegionMemory replaced;
    private final Path file;
    private final UnsafeBuffer buffer;

    private FileMemory(RegionMemory replaced, Path file, UnsafeBuffer buffer) {
        this.replaced = replaced;
        this.file = file;
        this.buffer = buffer;
    }

    /** Makes as much memory as the medium has allocated, full of zeros; that is kept, and not used. */
    static FileMemory inPlaceOf(RegionMemory replaced, Path directory) {
        try {
            Path file = Files.createTempFile(Files.createDirectories(directory), "region", "");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                int length = replaced.buffer().capacity();
                return new FileMemory(
                        replaced, file, new UnsafeBuffer(channel.map(FileChannel.MapMode.READ_WRITE, 0, length)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public UnsafeBuffer buffer() {
        return buffer;
    }

    @Override
    public long id() {
        return replaced.id();
    }

    @Override
    public void release() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            replaced.release();
        }
    }
}
