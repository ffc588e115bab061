// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.logbuffer.LogBufferDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.RandomNames;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of a peer of another user, who may mean ill. */
class FarLogTest {
    private static final int OWN_UID = 0; // not looked at by what opens a file
    private static final int TERM_LENGTH = 65_536;
    private static final int META_LENGTH = LogBufferDescriptor.LOG_META_DATA_LENGTH;
    private static final int LENGTH = 3 * TERM_LENGTH + META_LENGTH;

    private final Path directory = ShmTestBed.freshDirectory();
    private final BaseDirectory base = BaseDirectory.open(directory);
    private final ProcessDirectory process = ProcessDirectory.create(base);
    private final String name = RandomNames.next("g-");
    private final Path file = process.path().resolve(name);
    private final AtomicLong shown = new AtomicLong();

    @AfterEach
    void close() {
        process.close();
        Directories.delete(directory);
    }

    private void write(long length, int termLength) throws IOException {
        UnsafeBuffer meta = new UnsafeBuffer(ByteBuffer.allocate(META_LENGTH).order(ByteOrder.LITTLE_ENDIAN));
        LogBufferDescriptor.termLength(meta, termLength);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int term = 0; term < 3; term++) {
                channel.write(ByteBuffer.wrap(new byte[] {(byte) (term + 1)}), (long) term * TERM_LENGTH);
            }
            channel.truncate(length);
            channel.write(meta.byteBuffer(), Math.max(0, length - META_LENGTH));
            channel.truncate(length);
        }
    }

    /** Fills all terms with frames of no payload. */
    private void fill(int type, long word) throws IOException {
        UnsafeBuffer frames = new UnsafeBuffer(ByteBuffer.allocate(3 * TERM_LENGTH));
        for (int at = 0; at < frames.capacity(); at += DataHeaderFlyweight.HEADER_LENGTH) {
            FrameDescriptor.frameLengthOrdered(frames, at, DataHeaderFlyweight.HEADER_LENGTH);
            FrameDescriptor.frameType(frames, at, type);
            frames.putLong(at + DataHeaderFlyweight.RESERVED_VALUE_OFFSET, word);
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            assertThat(channel.write(frames.byteBuffer(), 0)).isEqualTo(frames.capacity());
        }
    }

    private FarLog open(long position) throws IOException {
        return FarLog.open(file, OWN_UID, TERM_LENGTH, position, shown::set);
    }

    private PeerDirectory peer() throws IOException {
        return PeerDirectory.open(base, process.name(), Files.getOwner(process.path()));
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 2, 3", "65536, 2, 3, 1", "131104, 3, 1, 2", "140737484161024, 2, 3, 1"})
    void hasTermsFromThePositionOnAtWhichItBegins(long position, int first, int second, int third) throws IOException {
        write(LENGTH, TERM_LENGTH);

        FarLog log = open(position);

        assertThat(log.termLength()).isEqualTo(TERM_LENGTH);
        assertThat(log.position()).isEqualTo(position);
        assertThat(log.term(0).getByte(0)).isEqualTo((byte) first);
        assertThat(log.term(1).getByte(0)).isEqualTo((byte) second);
        assertThat(log.term(2).getByte(0)).isEqualTo((byte) third);
        assertThat(log.term(0).capacity()).isEqualTo(TERM_LENGTH);
        assertThat(log.term(0)).as("made before it is read").isSameAs(log.term(0));
        log.show(96);
        assertThat(shown).hasValue(96);
        log.unmap();
        log.unmap();
    }

    /** Terms that nobody clears bring the same frames again and again. */
    @ParameterizedTest
    @ValueSource(ints = {DataHeaderFlyweight.HDR_TYPE_PAD, DataHeaderFlyweight.HDR_TYPE_DATA})
    void isBrokenIfAllItsFramesAreSuchAsNobodyGets(int type) throws IOException {
        write(LENGTH, TERM_LENGTH);
        fill(type, LogReader.WORD_OF_BEGINNING);
        LogReader reader = new LogReader(new PeersLog(null, open(0)));

        assertThat(reader.poll((frameWord, buffer, offset, length) -> {}, 16)).isZero();

        assertThat(reader.isBroken()).isTrue();
        assertThat(reader.poll((frameWord, buffer, offset, length) -> {}, 16)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {-32, -1, 1, 31, Long.MIN_VALUE, 1L << 47, Long.MAX_VALUE - 31})
    void beginsAtAPositionThatCanBe(long position) throws IOException {
        write(LENGTH, TERM_LENGTH);

        assertThatThrownBy(() -> open(position)).isInstanceOf(IOException.class).hasMessageContaining("begin");
    }

    @ParameterizedTest
    @CsvSource({
        "200704, 0",
        "200704, -65536",
        "200704, -2147483648",
        "200704, 65535",
        "200704, 32768",
        "200704, 131072",
        "200704, 1073741824",
        "200703, 65536",
        "200705, 65536",
        "4096, 65536",
        "4095, 65536",
        "0, 65536",
        "102400, 32768"
    })
    void isNoLogIfItsLengthIsNotThatOfItsTerms(long length, int termLength) throws IOException {
        write(length, termLength);

        assertThatThrownBy(() -> open(0)).isInstanceOf(IOException.class).hasMessageContaining("no log");
    }

    /** A peer would else decide how much memory this process takes. */
    @Test
    void isNoLongerThanALogOfThisProcess() throws IOException {
        write(LENGTH, TERM_LENGTH);

        assertThatThrownBy(() -> FarLog.open(file, OWN_UID, TERM_LENGTH / 2, 0, shown::set))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("terms of 65536 bytes")
                .hasMessageContaining("at most 32768")
                .hasMessageContaining("oriel.driver.termLength");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "lock", "../lock", "g-0123456789abcdeg", "g-0123456789abcdef/x", "w-0123456789abcdef", "g-"})
    void hasANameOfALog(String wrong) {
        assertThatThrownBy(() -> peer().log(wrong))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("name");
    }

    @Test
    void isAnOrdinaryFileOfThePeer() throws IOException {
        write(LENGTH, TERM_LENGTH);
        assertThat(peer().log(name)).isEqualTo(file);
        Path linked = process.path().resolve(RandomNames.next("g-"));
        Files.createSymbolicLink(linked, file);
        Path folder = Files.createDirectory(process.path().resolve(RandomNames.next("g-")));
        PeerDirectory another =
                new PeerDirectory(process.name(), process.path(), peer().user(), 4711, false, false, peer().life());

        assertThatThrownBy(() -> peer().log(linked.getFileName().toString())).hasMessageContaining("ordinary");
        assertThatThrownBy(() -> peer().log(folder.getFileName().toString())).hasMessageContaining("ordinary");
        assertThatThrownBy(() -> another.log(name)).hasMessageContaining("4711");
        assertThatThrownBy(() -> FarLog.open(linked, OWN_UID, TERM_LENGTH, 0, shown::set))
                .isInstanceOf(IOException.class);
    }

    @Test
    void hasNoMoreNamesThanItsOwnerGaveIt() throws IOException {
        write(LENGTH, TERM_LENGTH);
        String second = process.show(file);
        assertThat(peer().log(second)).exists();
        String third = RandomNames.next("g-");
        Files.createLink(process.path().resolve(third), file);

        assertThatThrownBy(() -> peer().log(third)).hasMessageContaining("names");
        assertThatThrownBy(() -> process.show(file)).hasMessageContaining("names");

        process.hide(third);
        process.hide(third);
        assertThat(peer().log(second)).exists();
    }
}
