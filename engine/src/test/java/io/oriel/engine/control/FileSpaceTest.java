// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSpaceTest {
    private static final int LENGTH = 200_001;

    @TempDir
    private Path directory;

    @Test
    void writesAsManyZerosAsAFileIsLong() throws IOException {
        Path file = directory.resolve("file");
        MappedByteBuffer bytes = mapped(file);

        FileSpace.reserve(file);

        assertThat(Files.size(file)).isEqualTo(LENGTH);
        assertThat(bytes.get(LENGTH - 1)).isZero();
    }

    @Test
    void removesAFileWhoseMappingStaysValidAndHoldsZeros() throws IOException {
        Path file = directory.resolve("file");
        MappedByteBuffer bytes = mapped(file);
        bytes.put(LENGTH - 1, (byte) 1);

        FileSpace.remove(file);

        assertThat(file).doesNotExist();
        assertThat(bytes.get(LENGTH - 1)).isZero();
        bytes.put(LENGTH - 1, (byte) 2);
        assertThat(bytes.get(LENGTH - 1)).isEqualTo((byte) 2);
    }

    @Test
    void releasesTheSpaceThoughTheThreadIsInterrupted() throws IOException {
        Path file = directory.resolve("file");
        MappedByteBuffer bytes = mapped(file);
        bytes.put(LENGTH - 1, (byte) 1);

        Thread.currentThread().interrupt();
        FileSpace.remove(file);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(bytes.get(LENGTH - 1)).isZero();
    }

    @Test
    void leavesTheTargetOfALinkAsItIs() throws IOException {
        Path target = Files.writeString(directory.resolve("target"), "content");
        Path link = Files.createSymbolicLink(directory.resolve("link"), target);

        FileSpace.remove(link);

        assertThat(target).hasContent("content");
    }

    @Test
    void removesNothingWhereThereIsNoFile() throws IOException {
        FileSpace.remove(directory.resolve("none"));

        assertThat(directory).isEmptyDirectory();
    }

    private static MappedByteBuffer mapped(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH);
        }
    }
}
