// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.resource.Directories;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which memory another process can map, and where it finds it. */
final class MappedFileTest {
    private static final int LENGTH = 10_000;

    private final Path directory = Directories.make("oriel-mapped");
    private final Path file = directory.resolve("a file");

    @AfterEach
    void deleteDirectory() {
        Directories.delete(directory);
    }

    @Test
    void findsTheFileOfMappedMemory() throws IOException {
        UnsafeBuffer mapped = map(LENGTH);
        UnsafeBuffer part = new UnsafeBuffer(mapped, 5000, 100);

        MappedFile found = MappedFile.of(part).orElseThrow();
        UnsafeBuffer again = found.map();
        mapped.putLong(5000, 42);
        again.putLong(8, 43);

        assertThat(found).isEqualTo(new MappedFile(file, 5000, 100));
        assertThat(again.capacity()).isEqualTo(100);
        assertThat(again.getLong(0)).isEqualTo(42);
        assertThat(mapped.getLong(5008)).isEqualTo(43);
    }

    @Test
    void isReadAsItWasWritten() throws IOException {
        MappedFile written = new MappedFile(file, 1L << 40, 7);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        written.write(new DataOutputStream(bytes));

        assertThat(MappedFile.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))))
                .isEqualTo(written);
    }

    @Test
    void findsNothingBehindMemoryThatHasNoName() throws IOException {
        UnsafeBuffer deleted = map(LENGTH);
        Files.delete(file);

        assertThat(MappedFile.of(new UnsafeBuffer(new byte[LENGTH]))).isEmpty();
        assertThat(MappedFile.of(new UnsafeBuffer(ByteBuffer.allocateDirect(LENGTH))))
                .isEmpty();
        assertThat(MappedFile.of(new UnsafeBuffer())).isEmpty();
        assertThat(MappedFile.of(deleted)).isEmpty();
    }

    private UnsafeBuffer map(int length) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new UnsafeBuffer(channel.map(FileChannel.MapMode.READ_WRITE, 0, length));
        }
    }
}
