// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.logbuffer.BufferClaim;
import io.aeron.protocol.DataHeaderFlyweight;
import io.oriel.api.NdException;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.shm.Eventually;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.driver.DriverSession;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.LogPlace;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Logs of a link that are made and joined at this process' own driver; what a step that has failed leaves. */
@Timeout(60)
class LaterLogsTest {
    private static final int TERM_LENGTH = 65_536;
    private static final int SESSION = 4711;
    private static final int UNREAD = 16;
    private static final int FRAMES = 4 * TERM_LENGTH / 1024;

    private final Path directory = ShmTestBed.freshDirectory();
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final SelectorLoop loop = SelectorLoop.start(errors::add);
    private final ProcessHome home = ProcessHome.open(config(directory), loop);
    private final DriverSession session = DriverSession.open(home);
    private final LaterLogs logs = logs(null);

    @AfterEach
    void close() {
        logs.close(false);
        session.close();
        home.close();
        loop.close();
        Directories.delete(directory);
        assertThat(errors).isEmpty();
    }

    private static OrielConfig config(Path directory) {
        OrielConfig defaults = OrielConfig.defaults();
        return defaults.withDriver(defaults.driver().withTermLength(TERM_LENGTH))
                .withSharedMemory(SharedMemoryConfig.defaults().withDirectory(directory));
    }

    private LaterLogs logs(@Nullable FarPeer far) {
        LogChannels channels = new LogChannels(home.config().driver(), 0);
        return new LaterLogs(session, new LinkStreams.Readers(session.own(), far), channels);
    }

    private static long soon() {
        return System.nanoTime() + Duration.ofSeconds(30).toNanos();
    }

    private static long past() {
        return System.nanoTime() - 1;
    }

    private long logFiles() {
        return ShmTestBed.filesBelow(directory).stream()
                .filter(name -> name.endsWith(".logbuffer"))
                .count();
    }

    @Test
    void haveTheRoomThatTheirReaderLeavesThoughItHadJoinedTooLateBefore() throws IOException {
        LinkReader.NextLog next = new LinkReader.NextLog(SESSION, LogPlace.NONE);
        for (int late = 0; late < 3; late++) {
            assertThatThrownBy(() -> logs.join(next, past())).isInstanceOf(NdException.class);
        }
        OwnLog added = logs.add(SESSION, soon());
        LogReader reader = new LogReader(logs.join(next, soon()));
        OwnLog log = logs.awaitJoined(added, soon());

        for (int frame = 0; frame < FRAMES; frame++) {
            write(log, reader);
        }

        assertThat(log.publication().position()).isGreaterThan(2L * TERM_LENGTH);
    }

    private static void write(OwnLog log, LogReader reader) {
        BufferClaim claim = new BufferClaim();
        while (log.publication().tryClaim(1024 - 32, claim) < 0) {
            int read = reader.poll((word, buffer, offset, length) -> {}, FRAMES);
            boolean hasRoom = log.advanceLimit();
            assertThat(read > 0 || hasRoom || log.publication().availableWindow() > 0)
                    .as("at %s", log.publication().position())
                    .isTrue();
        }
        claim.reservedValue(FrameWord.of(FrameWord.TYPE_SEND, 0, 0, 0)).commit();
    }

    /** The driver repairs a log that was closed, from where it believes the reader to be. */
    @Test
    void leaveWhatWasNotReadAsItWasWhenTheyAreClosedAfterManyRounds() throws IOException {
        OwnLog added = logs.add(SESSION, soon());
        LaterLogs brief = logs(null);
        brief.add(SESSION + 1, soon());
        LaterLogs peers = logs(null);
        LogReader reader = new LogReader(peers.join(new LinkReader.NextLog(SESSION, LogPlace.NONE), soon()));
        OwnLog log = logs.awaitJoined(added, soon());
        write(log, 96);
        assertThat(readIntact(reader, 96)).isOne();
        assertThat(readIntact(reader, 96)).isZero(); // now the driver can see how far it has read
        session.hurry(); // it sees a position that lies inside a frame in later rounds
        for (int frames = 0; frames < 3 * TERM_LENGTH / 1024 - 1; frames++) { // until the first term is written again
            write(log, 1024);
            assertThat(readIntact(reader, 1024)).isOne();
        }
        for (int frames = 0; frames < UNREAD; frames++) {
            write(log, 1024);
        }

        logs.close(false);
        brief.close(false);

        Eventually.becomes(this::logFiles, 1L); // by then the driver has looked at both for long
        assertThat(readIntact(reader, 1024)).isEqualTo(UNREAD);
        peers.close(false);
    }

    private static void write(OwnLog log, int length) {
        BufferClaim claim = new BufferClaim();
        while (log.publication().tryClaim(length - DataHeaderFlyweight.HEADER_LENGTH, claim) < 0) {
            assertThat(log.advanceLimit() || log.publication().availableWindow() > 0)
                    .isTrue();
        }
        claim.buffer().setMemory(claim.offset(), claim.length(), (byte) 0xFF);
        claim.reservedValue(FrameWord.of(FrameWord.TYPE_SEND, 0, 0, 0)).commit();
    }

    /** Returns how many frames came, each as it was written. */
    private static int readIntact(LogReader reader, int length) {
        return reader.poll(
                (word, buffer, offset, count) -> {
                    assertThat(count).isEqualTo(length - DataHeaderFlyweight.HEADER_LENGTH);
                    for (int index = 0; index < count; index++) {
                        assertThat(buffer.getByte(offset + index))
                                .as("byte %d", index)
                                .isEqualTo((byte) 0xFF);
                    }
                },
                Integer.MAX_VALUE);
    }

    @Test
    @SuppressWarnings("NullAway") // anything that fails while a log is shown
    void areGivenBackIfTheyCannotBeShown() throws IOException {
        PeerDirectory peer = PeerDirectory.open(
                home.base(),
                home.process().name(),
                Files.getOwner(home.process().path()));
        LaterLogs far = logs(new FarPeer(peer, null, 65_536));

        assertThatThrownBy(() -> far.add(SESSION, soon())).isInstanceOf(RuntimeException.class);

        Eventually.becomes(this::logFiles, 0L);
        assertThat(logs.add(SESSION, soon()).publication().sessionId()).isEqualTo(SESSION);
        far.close(false);
    }
}
