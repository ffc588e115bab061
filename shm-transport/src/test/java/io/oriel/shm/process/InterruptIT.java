// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.Provider;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.process.Traffic;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Interrupts of the application's thread break nothing and end nothing; they are left set. */
@Timeout(60)
class InterruptIT {
    private static final long STORM_NS = TimeUnit.SECONDS.toNanos(2);

    @RegisterExtension
    final Stage stage = new Stage();

    @AfterEach
    void clearInterrupt() {
        boolean unused = Thread.interrupted();
    }

    /** Runs a task while another thread interrupts this one again and again. */
    private static void inStorm(Runnable task) {
        Thread target = Thread.currentThread();
        AtomicBoolean isOver = new AtomicBoolean();
        Thread storm = new Thread(() -> {
            while (!isOver.get()) {
                target.interrupt();
                LockSupport.parkNanos(20_000);
            }
        });
        storm.start();
        try {
            task.run();
        } finally {
            isOver.set(true);
            while (storm.isAlive()) {
                Thread.onSpinWait();
            }
            boolean unused = Thread.interrupted();
        }
    }

    @Test
    void trafficGoesOnInAStorm() {
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.grant(party);
        child.openWindow(party.bind());
        Traffic traffic = new Traffic(party, 1);
        child.order("mix 2", "serving");

        inStorm(() -> {
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < STORM_NS) {
                traffic.step();
            }
        });

        StopIT.requireEnd(child, party, traffic);
    }

    @WholeBuild
    @Test
    void waitsGoOnInAStorm() {
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.order("echo", "serving");

        inStorm(() -> {
            long startNs = System.nanoTime();
            for (int round = 0; System.nanoTime() - startNs < STORM_NS; round++) {
                Party.require(party.receive(64));
                Party.require(party.send(64));
                awaitCompletion(party, round % 3);
                party.settle();
            }
        });

        party.ledger().requireSuccess();
    }

    private static void awaitCompletion(Party party, int way) {
        switch (way) {
            case 0 ->
                assertThat(party.adapter().await(TimeUnit.SECONDS.toNanos(30))).isEqualTo(NdStatus.SUCCESS);
            case 1 ->
                assertThat(party.queue().await(NotifyType.ANY, TimeUnit.SECONDS.toNanos(30)))
                        .isEqualTo(NdStatus.SUCCESS);
            default -> {
                CompletableFuture<Void> notified = party.queue().requestNotification(NotifyType.ANY);
                Outcomes.requireSuccess(notified);
            }
        }
    }

    @Test
    void theControlPlaneWorksInAStorm() {
        Provider provider = stage.newProvider();
        Provider other = stage.newProvider();

        inStorm(() -> {
            for (int i = 0; i < 10; i++) {
                try (Party one = new Party(provider);
                        Party two = new Party(other)) {
                    KillScene.requireConnection(one, two);
                }
            }
            for (int i = 0; i < 3; i++) {
                stage.newProvider().close();
            }
        });
    }

    @Test
    void anInterruptIsLeftSet() {
        Provider provider = stage.newProvider();
        Provider other = stage.newProvider();
        Thread.currentThread().interrupt();

        try (Party one = new Party(provider);
                Party two = new Party(other)) {
            requireInterrupted("opening");
            KillScene.requireConnection(one, two);
            requireInterrupted("connecting");
            assertThat(one.adapter().await(TimeUnit.MILLISECONDS.toNanos(5))).isEqualTo(NdStatus.TIMEOUT);
            requireInterrupted("Adapter.await");
            assertThat(one.queue().await(NotifyType.ANY, TimeUnit.MILLISECONDS.toNanos(5)))
                    .isEqualTo(NdStatus.TIMEOUT);
            requireInterrupted("CompletionQueue.await");
            Party.require(two.receive(64));
            Party.require(one.send(64));
            one.pollOnce();
            requireInterrupted("posting and polling");
        }
        requireInterrupted("closing");
        stage.newProvider().close();
        requireInterrupted("opening and closing a provider");
    }

    private static void requireInterrupted(String after) {
        assertThat(Thread.currentThread().isInterrupted()).as(after).isTrue();
    }
}
