// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A process that is stopped by a signal in the midst of a copy to this one's memory. */
@Timeout(120)
class StoppedInsideIT {
    private static final Duration REVOKE = Duration.ofMillis(300);
    private static final int ATTEMPTS = 200;
    private static final byte POISON = (byte) 0xDB;

    @RegisterExtension
    final Stage stage = new Stage();

    private final Random random = new Random();

    private OrielConfig config() {
        return stage.config().withTimeouts(TimeoutConfig.defaults().withRevoke(REVOKE));
    }

    /** Stops the child again and again, until it is inside: then the Invalidate does not complete at once. */
    private void catchInside(ChildProcess child, Party party) {
        InetSocketAddress listener = party.listen();
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            child.connectTo(party, listener);
            child.openWindow(party.bind());
            party.settle();
            child.order("write-long", "serving");
            long startNs = System.nanoTime();
            long forNs = random.nextInt(3_000_000);
            while (System.nanoTime() - startNs < forNs) {
                Thread.onSpinWait();
            }
            child.stop();
            Party.require(party.invalidate(OpFlags.NONE));
            if (isPending(party)) {
                System.out.println("stopped inside at attempt " + attempt);
                return;
            }
            party.ledger().requireSuccess();
            child.resume();
            party.progressUntil(
                    "the child's Write was refused", () -> !party.endpoint().isConnected());
            child.order("rest");
            child.order("settle-initiator");
            party.renew();
            child.order("renew");
        }
        throw new AssertionError("the child was not caught inside in " + ATTEMPTS + " attempts");
    }

    /** A copy that goes on ends within microseconds; one whose process was stopped does not. */
    private static boolean isPending(Party party) {
        for (int i = 0; i < 100 && !party.ledger().isSettled(); i++) {
            party.pollOnce();
        }
        return !party.ledger().isSettled();
    }

    private static void requireTimedOut(Party party) {
        party.settle();
        assertThat(party.ledger().initiatorEnds()).containsExactly(NdStatus.SUCCESS, NdStatus.IO_TIMEOUT);
        party.progressUntil("the connection has ended", () -> !party.endpoint().isConnected());
        assertThat(party.invalidate(OpFlags.NONE)).isEqualTo(NdStatus.CONNECTION_INVALID);
        assertBusy(party.memory());
    }

    private static void assertBusy(MemoryRegion memory) {
        assertThatExceptionOfType(NdException.class)
                .isThrownBy(memory::deregister)
                .satisfies(failure -> assertThat(failure.status()).isEqualTo(NdStatus.DEVICE_BUSY));
        assertThat(memory.isRegistered()).isTrue();
    }

    @Test
    void theInvalidateTimesOutAndTheMemoryIsBusyUntilTheProcessGoesOn() {
        Party party = new Party(stage.newProvider(config()));
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        catchInside(child, party);

        requireTimedOut(party);
        child.resume();
        MemoryRegion memory = party.memory();
        awaitDeregistered(party);

        byte[] poison = new byte[2 * Party.HALF_LENGTH];
        Arrays.fill(poison, POISON);
        memory.buffer().putBytes(0, poison);
        child.order("rest");
        child.order("settle-initiator");
        assertThat(child.ask("write 1 64")).isEqualTo("post 0 was answered CONNECTION_INVALID");
        byte[] now = new byte[poison.length];
        memory.buffer().getBytes(0, now);
        assertThat(Arrays.equals(now, poison)).as("nothing was written later").isTrue();
    }

    @Test
    void theInvalidateTimesOutAndTheMemoryIsBusyUntilTheProcessIsKilled() {
        Party party = new Party(stage.newProvider(config()));
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        catchInside(child, party);

        requireTimedOut(party);
        child.kill();
        child.awaitEnd();

        awaitDeregistered(party);
    }

    @Test
    void theInvalidateSucceedsIfTheProcessGoesOnInTime() {
        Party party = new Party(stage.newProvider(
                stage.config().withTimeouts(TimeoutConfig.defaults().withRevoke(Duration.ofMinutes(1)))));
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        catchInside(child, party);

        child.resume();

        party.settle();
        party.ledger().requireSuccess();
        party.progressUntil(
                "the child's Write was refused", () -> !party.endpoint().isConnected());
        party.memory().deregister();
    }

    @Test
    void theAdapterClosesThoughTheProcessIsStillStoppedInside() {
        Party party = new Party(stage.newProvider(config()));
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        catchInside(child, party);

        party.close();

        assertThat(party.memory().isRegistered()).isFalse();
        child.resume();
        child.order("rest");
        child.order("settle-initiator");
        assertThat(child.ask("write 1 64")).isEqualTo("post 0 was answered CONNECTION_INVALID");
    }

    /** Deregisters as soon as the other process is seen to have left. */
    private static void awaitDeregistered(Party party) {
        party.progressUntil("the memory can be deregistered", () -> {
            NdStatus status = Outcomes.of(() -> {
                party.memory().deregister();
                return party;
            });
            assertThat(status).isIn(NdStatus.SUCCESS, NdStatus.DEVICE_BUSY);
            LockSupport.parkNanos(1_000_000);
            return status == NdStatus.SUCCESS;
        });
    }
}
