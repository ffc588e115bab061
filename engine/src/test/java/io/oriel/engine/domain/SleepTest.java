// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.testing.FakeAlarm;
import io.oriel.engine.testing.ManualLoop;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A wait that sleeps until the medium, the agent or an interrupt wakes it. */
@Timeout(30)
class SleepTest {
    private static final long FOR_EVER = Long.MAX_VALUE;

    private final FakeAlarm alarm = new FakeAlarm();
    private final Domain domain = new Domain(new ManualLoop(), false);
    private final Waiter waiter = domain.waiter();
    private final Peer peer = new Peer();

    /** What a peer has published, and how it was looked for. */
    private static final class Peer implements ProgressSource {
        volatile boolean published;
        volatile boolean shownOnlyToFullLooks;
        volatile long idleNs = FOR_EVER;
        int fullLooks;
        boolean seen;
        boolean publishesUnseen;

        @Override
        public int progress() {
            seen |= published && !shownOnlyToFullLooks;
            return 0;
        }

        @Override
        public int progressFully() {
            fullLooks++;
            seen |= published;
            published |= publishesUnseen;
            return 0;
        }

        @Override
        public long idleNs() {
            return idleNs;
        }

        @Override
        public void onSignal() {
            seen |= published;
        }
    }

    @BeforeEach
    void enter() {
        domain.alarm(alarm);
        domain.add(peer);
        domain.enter();
    }

    @AfterEach
    void close() {
        domain.close();
        domain.exit();
        alarm.close();
    }

    private boolean isSeen() {
        return peer.seen;
    }

    /** Does something on another thread once the waiter has armed the alarm. */
    private Thread onceAsleep(Runnable event) {
        Thread thread = new Thread(() -> {
            while (!alarm.isArmed()) {
                Thread.onSpinWait();
            }
            event.run();
        });
        thread.start();
        return thread;
    }

    @Test
    void looksOnceMoreAfterArming() {
        alarm.beforeArming(() -> peer.published = true); // nobody was asleep yet: the peer does not wake

        assertThat(waiter.until(FOR_EVER, this::isSeen)).isTrue();
        assertThat(alarm.isArmed()).isFalse();
    }

    @Test
    void findsAfterItsNapWhatAPeerPublishedThatDidNotSeeItSleep() {
        peer.publishesUnseen = true; // after the look that follows the arming; nobody wakes

        assertThat(waiter.until(FOR_EVER, this::isSeen)).isTrue();
        assertThat(alarm.armings()).isEqualTo(1);
    }

    @Test
    void looksEverywhereBeforeItSleeps() {
        peer.shownOnlyToFullLooks = true;
        alarm.beforeArming(() -> peer.published = true);

        assertThat(waiter.until(FOR_EVER, this::isSeen)).isTrue();
    }

    @Test
    void doesNotArmWhileThereIsSomethingToDo() {
        peer.published = true;

        assertThat(waiter.until(FOR_EVER, this::isSeen)).isTrue();

        assertThat(alarm.armings()).isZero();
    }

    @Test
    void isWokenByThePeer() throws InterruptedException {
        Thread publisher = onceAsleep(() -> {
            peer.published = true;
            alarm.ring();
        });

        assertThat(waiter.until(FOR_EVER, this::isSeen)).isTrue();

        publisher.join();
        assertThat(alarm.isArmed()).isFalse();
    }

    @Test
    void sleepsOnAfterAWakeThatBroughtNothing() throws InterruptedException {
        Thread ringer = onceAsleep(() -> {
            for (int wakes = 0; wakes < 10; wakes++) {
                int before = alarm.taken();
                alarm.ring();
                while (alarm.taken() == before) {
                    Thread.onSpinWait();
                }
            }
            peer.published = true;
            alarm.ring();
        });

        assertThat(waiter.until(FOR_EVER, this::isSeen)).isTrue();

        ringer.join();
        assertThat(alarm.armings()).isGreaterThan(1);
    }

    @Test
    void isWokenByTheAgentsSignal() throws InterruptedException {
        Thread agent = onceAsleep(() -> {
            peer.published = true;
            peer.shownOnlyToFullLooks = true;
            domain.signal();
        });

        assertThat(waiter.until(FOR_EVER, this::isSeen)).isTrue();

        agent.join();
    }

    @Test
    void isWokenByASourceThatComes() throws InterruptedException {
        Peer late = new Peer();
        late.published = true;
        Thread agent = onceAsleep(() -> domain.add(late));

        assertThat(waiter.until(FOR_EVER, () -> late.seen)).isTrue();

        agent.join();
    }

    @Test
    void looksAgainWhenTheEngineNeedsTime() {
        peer.idleNs = 1_000_000;

        assertThat(waiter.until(FOR_EVER, () -> peer.fullLooks == 5)).isTrue();
    }

    @Test
    void sleepsForAllOfItsTime() {
        long begin = System.nanoTime();

        assertThat(waiter.until(TimeUnit.MILLISECONDS.toNanos(20), this::isSeen))
                .isFalse();

        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        assertThat(peer.fullLooks).as("it does not look now and then").isLessThan(25);
    }

    @Test
    void sleepsOnInAStormOfInterruptsAndLeavesOneSet() throws InterruptedException {
        Thread waiting = Thread.currentThread();
        Thread storm = onceAsleep(() -> {
            for (int count = 0; count < 1000; count++) {
                waiting.interrupt();
            }
            peer.published = true;
            alarm.ring();
        });

        boolean held = waiter.until(FOR_EVER, this::isSeen);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(held).isTrue();
        storm.join();
    }

    @Test
    void sleepsInSeveralDomainsAtOnce() throws InterruptedException {
        try (FakeAlarm otherAlarm = new FakeAlarm();
                Waiter both = new Waiter()) {
            Domain other = new Domain(new ManualLoop(), false);
            Peer otherPeer = new Peer();
            other.alarm(otherAlarm);
            other.add(otherPeer);
            both.add(domain);
            both.add(other);
            other.enter();
            Thread publisher = onceAsleep(() -> {
                while (!otherAlarm.isArmed()) {
                    Thread.onSpinWait();
                }
                otherPeer.published = true;
                otherAlarm.ring();
            });

            assertThat(both.until(FOR_EVER, () -> otherPeer.seen)).isTrue();

            publisher.join();
            other.exit();
        }
    }

    @Test
    void aDomainThatWasRemovedCanBeAddedAgain() {
        try (Waiter waits = new Waiter()) {
            for (int count = 0; count < 3; count++) {
                waits.add(domain);
                alarm.ring();
                assertThat(waits.until(5_000_000, this::isSeen)).isFalse();
                waits.remove(domain);
            }
        }
    }
}
