// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.transport.LinkMemory;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.testing.resource.SmallTmpfs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ShmRegionTest {
    private static final int MIB = 1024 * 1024;
    private static final int BLOCK_LENGTH = 512;

    @Test
    void isMemoryFullOfZerosInAFileOfItsOwn() throws IOException {
        try (ShmTestBed bed = new ShmTestBed()) {
            TestPort port = bed.openPort();

            RegionMemory memory = port.port().allocate(100_001);

            assertThat(memory.buffer().capacity()).isEqualTo(100_001);
            assertThat(memory.buffer().byteBuffer()).isNotNull();
            assertThat(memory.buffer().getByte(0)).isZero();
            assertThat(memory.buffer().getByte(100_000)).isZero();
            List<Path> files = regionFiles(bed.directory());
            assertThat(files).hasSize(1);
            assertThat(Files.size(files.get(0))).isEqualTo(100_001);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.get(0))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void outlivesItsNameWhileItIsInUse() {
        try (ShmTestBed bed = new ShmTestBed()) {
            RegionMemory memory = bed.openPort().port().allocate(4096);

            memory.release();
            memory.release();

            assertThat(regionFiles(bed.directory())).isEmpty();
            memory.buffer().putLong(0, 42);
            assertThat(memory.buffer().getLong(0)).isEqualTo(42);
        }
    }

    @Test
    void goesWithItsPort() {
        try (ShmTestBed bed = new ShmTestBed()) {
            TestPort port = bed.openPort();
            port.port().allocate(4096);

            port.port().close();

            assertThat(regionFiles(bed.directory())).isEmpty();
        }
    }

    @Test
    void isRefusedWhenTheFileSystemIsFull() throws IOException, InterruptedException {
        try (SmallTmpfs tmpfs = SmallTmpfs.mount("24m");
                ShmTestBed bed = new ShmTestBed(tmpfs.path().resolve("o"), UnaryOperator.identity())) {
            TestPort port = bed.openPort();
            List<String> before = bed.files();

            assertThatThrownBy(() -> port.port().allocate(100L * MIB))
                    .isInstanceOfSatisfying(
                            NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES))
                    .hasMessageContaining(Long.toString(100L * MIB))
                    .hasMessageContaining("bytes are free")
                    .hasMessageContaining(bed.directory().toString());

            assertThat(bed.files()).isEqualTo(before);
            assertThat(port.port().allocate(4L * MIB).buffer().capacity()).isEqualTo(4 * MIB);
        }
    }

    @Test
    void isRefusedIfItIsTooLongToBeMapped() {
        try (ShmTestBed bed = new ShmTestBed()) {
            TestPort port = bed.openPort();

            assertThatThrownBy(() -> port.port().allocate(1L << 31))
                    .isInstanceOf(NdException.class)
                    .hasMessageContaining("several regions");
            assertThatThrownBy(() -> port.port().allocate(0)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void leavesNothingOfADriverThatFoundNoRoom() throws IOException, InterruptedException {
        try (SmallTmpfs tmpfs = SmallTmpfs.mount("4m");
                ShmTestBed bed = new ShmTestBed(tmpfs.path().resolve("o"), UnaryOperator.identity())) {
            assertThatThrownBy(bed::openPort)
                    .isInstanceOfSatisfying(
                            NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES))
                    .hasMessageContaining("media driver")
                    .hasMessageContaining("no space is left there");

            assertThat(bed.files()).noneMatch(name -> name.contains("/d-") || name.endsWith(".sock"));
        }
    }

    /** The peer makes the file longer under its name: the rest would take memory that nobody has asked for. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofAPeerIsMappedAndTouchedOnlyWhereAWindowIs(boolean isWritable) throws IOException {
        try (ShmTestBed bed = new ShmTestBed()) {
            TestPort owner = bed.openPort();
            TestPort.TestLink link = bed.openPort().dial(owner.listen().address());
            LinkMemory memory = Objects.requireNonNull(link.link().memory());
            long id = owner.port().allocate(4096).id();
            Path file = regionFiles(bed.directory()).get(0);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.allocate(1), 1024L * MIB - 1); // full of holes
            }
            long before = blocksOf(file);
            LinkMemory.Part part = Objects.requireNonNull(LinkMemory.Part.of(500L * MIB, 64));

            UnsafeBuffer mapped = Objects.requireNonNull(memory.mapRegion(id, isWritable, part));

            assertThat(mapped.capacity()).isEqualTo(4096);
            assertThat(blocksOf(file)).isLessThanOrEqualTo(before + 4096 / BLOCK_LENGTH);
            LinkMemory.Part beyond = Objects.requireNonNull(LinkMemory.Part.of(1025L * MIB, 64));
            assertThat(Objects.requireNonNull(memory.mapRegion(id, isWritable, beyond))
                            .capacity())
                    .isZero();
            assertThat(Files.size(file)).isEqualTo(1024L * MIB);
        }
    }

    private static long blocksOf(Path file) throws IOException {
        Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        return Long.parseLong(new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    }

    private static List<Path> regionFiles(Path directory) {
        return ShmTestBed.filesBelow(directory).stream()
                .filter(name -> name.contains("/r-"))
                .map(directory::resolve)
                .toList();
    }
}
