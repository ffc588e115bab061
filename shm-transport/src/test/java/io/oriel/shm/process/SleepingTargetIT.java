// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Memory is read and written while its owner's process sleeps, or is stopped. */
@Timeout(120)
class SleepingTargetIT {
    private static final int OPERATIONS = 500_000;
    private static final int BATCH = 32;
    private static final long TICK_NS = TimeUnit.SECONDS.toNanos(1) / 100; // USER_HZ of every Linux on x86 and ARM

    @RegisterExtension
    final Stage stage = new Stage();

    @Test
    void takesNoProcessorTimeOfAProcessThatSleeps() {
        ChildProcess child = stage.newChild();
        Party party = connect(child);
        transfer(party, OPERATIONS / 10);
        // The child's only application thread waits for its next order.
        long before = cpuNs(child);
        long startNs = System.nanoTime();

        transfer(party, OPERATIONS);

        long wallNs = System.nanoTime() - startNs;
        long usedNs = cpuNs(child) - before;
        System.out.printf(
                "sleeping target: %d Reads and as many Writes of 64 bytes in %.0f ms, %.0f ns each; the target's process"
                        + " used %.0f ms of processor time, %.1f ns each%n",
                OPERATIONS, wallNs / 1e6, wallNs / 2.0 / OPERATIONS, usedNs / 1e6, usedNs / 2.0 / OPERATIONS);
        // What its other threads do by themselves is a few in a hundred.
        assertThat(usedNs).isLessThanOrEqualTo(wallNs / 10 + 5 * TICK_NS);
        party.ledger().requireSuccess();
    }

    @Test
    void readsAndWritesAProcessThatIsStopped() {
        ChildProcess child = stage.newChild();
        Party party = connect(child);
        child.stop();
        long before = cpuNs(child);

        transfer(party, OPERATIONS / 10);
        Party.require(party.write(Party.HALF_LENGTH));
        Party.require(party.read(Party.HALF_LENGTH));
        party.settle();

        assertThat(cpuNs(child)).isEqualTo(before);
        party.ledger().requireSuccess();
        child.resume();
        Party.require(party.receive(64));
        child.order("send 1 64");
        party.settle();
        party.ledger().requireSuccess();
    }

    private Party connect(ChildProcess child) {
        Party party = new Party(stage.newProvider());
        child.order("open", "opened");
        child.accept(party);
        child.grant(party);
        return party;
    }

    /** Writes a number and reads it back, so many times. */
    private static void transfer(Party party, int count) {
        for (int done = 0; done < count; done += BATCH) {
            party.memory().buffer().putLong(0, done + 1);
            for (int i = 0; i < BATCH; i++) {
                Party.require(party.write(64));
                Party.require(party.read(64));
                while (party.ledger().initiatorOutstanding() > 0) {
                    int unused = party.pollOnce();
                }
            }
            assertThat(party.memory().buffer().getLong(Party.HALF_LENGTH)).isEqualTo(done + 1);
        }
    }

    /** Processor time of all of a process' threads, in user and in system. */
    private static long cpuNs(ChildProcess child) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(child.pid()), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_NS;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
