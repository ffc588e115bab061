// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.Provider;
import io.oriel.api.WaitSet;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A party that polls only when it was woken, and pauses at random, so that messages and credit come before, while and after
 * the other side falls asleep. A wait that ends by its time has lost a wake.
 */
public final class Sleeper implements AutoCloseable {
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(15);
    private static final long STORM_NS = 30_000;
    private static final int MESSAGE = 64;

    private final Party party;
    private final Way way;
    private final SplittableRandom random;
    private final Adapter idle;
    private final WaitSet set;

    /** How it waits. */
    public enum Way {
        ADAPTER,
        QUEUE,
        NOTIFICATION,
        WAIT_SET
    }

    public Sleeper(Provider provider, Party party, Way way, long seed) {
        this.party = party;
        this.way = way;
        random = new SplittableRandom(seed);
        idle = provider.openAdapter();
        set = provider.createWaitSet();
        set.add(idle);
        set.add(party.adapter());
    }

    /** Answers messages, each of which may have to wait for its Receive. */
    public void answer(int count) {
        Party.require(party.receive(MESSAGE));
        for (int answered = 0; answered < count; answered++) {
            sleepUntilReceived(answered + 1L);
            boolean isReadyFirst = random.nextBoolean();
            if (isReadyFirst) {
                Party.require(party.receive(MESSAGE));
            }
            Party.require(party.send(MESSAGE));
            if (!isReadyFirst) {
                pause();
                Party.require(party.receive(MESSAGE));
            }
        }
        sleepUntilSent();
    }

    /** Sends messages and waits for the answer to each. */
    public void ask(int count) {
        for (int asked = 0; asked < count; asked++) {
            pause();
            Party.require(party.receive(MESSAGE));
            Party.require(party.send(MESSAGE));
            sleepUntilReceived(asked + 1L);
        }
        sleepUntilSent();
    }

    /** Runs a task while another thread interrupts this one again and again. */
    public static void inStorm(Runnable task) {
        Thread target = Thread.currentThread();
        AtomicBoolean isOver = new AtomicBoolean();
        Thread storm = new Thread(() -> {
            while (!isOver.get()) {
                target.interrupt();
                LockSupport.parkNanos(STORM_NS);
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

    private void sleepUntilReceived(long count) {
        while (party.ledger().receiveEnds().size() < count) {
            sleep();
        }
    }

    private void sleepUntilSent() {
        while (party.ledger().initiatorOutstanding() > 0) {
            sleep();
        }
    }

    private void sleep() {
        NdStatus status = switch (way) {
            case ADAPTER -> party.adapter().await(LONG_NS);
            case QUEUE -> party.queue().await(NotifyType.ANY, LONG_NS);
            case NOTIFICATION -> Outcomes.of(party.queue().requestNotification(NotifyType.ANY));
            case WAIT_SET -> set.await(LONG_NS);
        };
        if (status != NdStatus.SUCCESS) {
            throw new AssertionError("a wait ended with " + status + ": " + party.ledger());
        }
        while (party.pollOnce() > 0) {
            Thread.onSpinWait();
        }
    }

    /** About as long as the other side needs to fall asleep, or less, or more. */
    private void pause() {
        long ns = random.nextLong(1 + (20_000L << (2 * random.nextInt(4))));
        long beginNs = System.nanoTime();
        while (System.nanoTime() - beginNs < ns) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        set.close();
        idle.close();
    }
}
