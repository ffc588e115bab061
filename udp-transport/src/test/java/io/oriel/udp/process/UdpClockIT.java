// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Somebody sets a process' wall clock. Done with libfaketime, where it is installed or the property
 * {@code oriel.test.faketime} names it.
 */
@WholeBuild
@Timeout(120)
class UdpClockIT {
    private static final Path LIBRARY =
            Path.of(System.getProperty("oriel.test.faketime", "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"));
    private static final long HOUR_MS = TimeUnit.HOURS.toMillis(1);

    @RegisterExtension
    final UdpStage stage = newStage();

    /** Makes what the test uses. */
    UdpStage newStage() {
        return new UdpStage();
    }

    private static List<String> steps() {
        return WholeBuild.RUNS ? List.of("+3600", "-3600") : List.of("-3600");
    }

    @ParameterizedTest
    @MethodSource("steps")
    void aStepOfAnHourDisconnectsNobody(String step) {
        ChildProcess child = newChild();
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.grant(party);
        CompletableFuture<Void> disconnected = party.connector().notifyDisconnect();
        assertThat(wallClock(child)).isBetween(-HOUR_MS / 2, HOUR_MS / 2);

        stage.write("offset", List.of(step));
        while (Math.abs(wallClock(child)) < HOUR_MS / 2) {
            Thread.onSpinWait(); // it looks once a second
        }
        child.order("serve", "serving");
        long endNs = System.nanoTime() + stage.deadPeer().toNanos() * 2;
        while (System.nanoTime() - endNs < 0) {
            Party.require(party.write(1000));
            party.settle();
        }

        assertThat(disconnected).isNotDone();
        party.ledger().requireSuccess();
        child.order("rest");
        assertThat(child.ask("is-connected")).isEqualTo("true");
    }

    private ChildProcess newChild() {
        assumeTrue(Files.exists(LIBRARY), "no " + LIBRARY);
        Path offset = stage.write("offset", List.of("+0"));
        ChildProcess child = stage.newChildAs(
                List.of(
                        "env",
                        "LD_PRELOAD=" + LIBRARY,
                        "FAKETIME_TIMESTAMP_FILE=" + offset,
                        "FAKETIME_CACHE_DURATION=1",
                        "FAKETIME_DONT_FAKE_MONOTONIC=1"),
                ClockChild.class,
                "-Doriel.udp.mtuLength=1408"); // or the test of its ciphers, where it has one, takes half a minute: it
        // compiles late
        stage.closing(() -> deleteShared(child.pid()));
        return child;
    }

    @Test
    void anHourBetweenTheClocksKeepsNobodyFromMeeting() {
        ChildProcess child = newChild();
        stage.write("offset", List.of("+3600"));
        while (wallClock(child) < HOUR_MS / 2) {
            Thread.onSpinWait(); // it looks once a second
        }

        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.grant(party);
        child.order("serve", "serving");
        Party.require(party.write(1000));
        party.settle();

        party.ledger().requireSuccess();
    }

    /** What libfaketime leaves behind of a process that was killed. */
    private static void deleteShared(long pid) throws IOException {
        Files.deleteIfExists(Path.of("/dev/shm", "faketime_shm_" + pid));
        Files.deleteIfExists(Path.of("/dev/shm", "sem.faketime_sem_" + pid));
    }

    /** Returns by how much the child's differs from this process'. */
    private static long wallClock(ChildProcess child) {
        return Long.parseLong(child.ask("wall-clock")) - System.currentTimeMillis();
    }
}
