// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.Counter;
import io.aeron.exceptions.RegistrationException;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.driver.DriverSession;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.agrona.CloseHelper;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A driver's counters, of which there are as many as the configuration says. */
@Timeout(60)
class DriverCountersTest {
    private static final int TYPE = 2000;
    private static final int BATCH = 256;
    private static final int COUNTERS_OF_A_LINK = 22;

    private final Path directory = ShmTestBed.freshDirectory();
    private final OrielConfig config = OrielConfig.defaults()
            .withSharedMemory(SharedMemoryConfig.defaults().withDirectory(directory));
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final SelectorLoop loop = SelectorLoop.start(errors::add);

    @AfterEach
    void removeDirectory() {
        loop.close();
        Directories.delete(directory);
    }

    @Test
    void holdsThoseOfAsManyLinksAsConfigured() {
        for (int links : new int[] {1, 256, 2048}) {
            try (ProcessHome home =
                            ProcessHome.open(config.withDriver(config.driver().withLinks(links)), loop);
                    DriverSession session = DriverSession.open(home)) {
                assertThat(session.aeron().countersReader().maxCounterId()).isGreaterThan(links * COUNTERS_OF_A_LINK);
            }
        }
    }

    @Test
    void namesTheSettingWhenThereAreNoMoreAndGoesOnWhenThereAre() throws IOException {
        try (ProcessHome home = ProcessHome.open(config, loop);
                DriverSession session = DriverSession.open(home)) {
            Deque<Counter> taken = takeAll(session);

            assertRefused(() -> add(session).awaitAdded());
            LinkStreams.Ends ends = new LinkStreams.Ends(1, 2, 3, 4, "process 5");
            LinkStreams streams = LinkStreams.add(
                    session,
                    new LinkStreams.Readers(session.join(session.driverName(), deadlineNs()), null),
                    config.driver(),
                    ends,
                    deadlineNs());
            assertRefused(streams::awaitAdded);
            streams.close(false);

            taken.forEach(CloseHelper::close);
            DriverCounters added = addOnceFree(session);
            assertThat(added.set()).isNotNull();
            added.close();
        }
        assertThat(errors).as("whoever asked was told").isEmpty();
    }

    private static Deque<Counter> takeAll(DriverSession session) {
        Deque<Counter> taken = new ArrayDeque<>();
        boolean areThereMore = true;
        while (areThereMore) {
            long[] ids = new long[BATCH];
            Arrays.setAll(ids, index -> session.aeron().asyncAddCounter(TYPE, "taken by a test"));
            for (long id : ids) {
                areThereMore &= take(session, id, taken);
            }
        }
        return taken;
    }

    private static boolean take(DriverSession session, long id, Deque<Counter> taken) {
        try {
            Counter counter = session.aeron().getCounter(id);
            while (counter == null) {
                session.hurry();
                Thread.onSpinWait();
                counter = session.aeron().getCounter(id);
            }
            return taken.add(counter);
        } catch (RegistrationException e) {
            return false;
        }
    }

    private static DriverCounters add(DriverSession session) {
        return DriverCounters.add(session, LinkCounter.values(), "a test", new long[] {1}, deadlineNs());
    }

    /** Counters that were given back are there again a moment later. */
    private static DriverCounters addOnceFree(DriverSession session) {
        while (true) {
            DriverCounters counters = add(session);
            try {
                counters.awaitAdded();
                return counters;
            } catch (NdException e) {
                counters.close();
            }
        }
    }

    private static long deadlineNs() {
        return System.nanoTime() + Duration.ofSeconds(5).toNanos();
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .hasMessageContaining("oriel.driver.links")
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES));
    }
}
