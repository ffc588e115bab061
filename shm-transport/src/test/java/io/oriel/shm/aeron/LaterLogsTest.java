// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.ExclusivePublication;
import io.aeron.logbuffer.BufferClaim;
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
    private static final int MAX_TURNS = 10_000;
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
        ExclusivePublication log = logs.add(SESSION, soon()).publication();
        LogReader reader = new LogReader(logs.join(next, soon()));

        for (int frame = 0; frame < FRAMES; frame++) {
            write(log, reader);
        }

        assertThat(log.position()).isGreaterThan(2L * TERM_LENGTH);
    }

    private void write(ExclusivePublication log, LogReader reader) {
        BufferClaim claim = new BufferClaim();
        int turns = 0; // more than one if another thread turns the driver just then
        while (log.tryClaim(1024 - 32, claim) < 0) {
            var unused = reader.poll((word, buffer, offset, length) -> {}, FRAMES);
            assertThat(session.makeRoom()).isTrue();
            assertThat(++turns).as("turns, at %s", log.position()).isLessThan(MAX_TURNS);
        }
        claim.reservedValue(FrameWord.of(FrameWord.TYPE_SEND, 0, 0, 0)).commit();
    }

    @Test
    @SuppressWarnings("NullAway") // anything that fails while a log is shown
    void areGivenBackIfTheyCannotBeShown() throws IOException {
        PeerDirectory peer = PeerDirectory.open(
                home.base(),
                home.process().name(),
                Files.getOwner(home.process().path()));
        LaterLogs far = logs(new FarPeer(peer, null));

        assertThatThrownBy(() -> far.add(SESSION, soon())).isInstanceOf(RuntimeException.class);

        Eventually.becomes(this::logFiles, 0L);
        assertThat(logs.add(SESSION, soon()).publication().sessionId()).isEqualTo(SESSION);
        far.close(false);
    }
}
