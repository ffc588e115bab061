// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import io.oriel.engine.control.ControlLoop;
import java.nio.channels.SelectableChannel;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;

/** An agent whose time passes from one timer to the next. */
public final class TestLoop implements ControlLoop {
    private final PriorityQueue<Entry> entries = new PriorityQueue<>(
            Comparator.comparingLong((Entry each) -> each.atNs).thenComparingLong(each -> each.number));
    private long nowNs = 1_000_000_000L;
    private long count;

    private static final class Entry {
        final long atNs;
        final long number;
        final Runnable task;

        Entry(long atNs, long number, Runnable task) {
            this.atNs = atNs;
            this.number = number;
            this.task = task;
        }
    }

    @Override
    public long nanoTime() {
        return nowNs;
    }

    @Override
    public void execute(Runnable task) {
        schedule(0, task);
    }

    @Override
    public Timer schedule(long delayNs, Runnable task) {
        Entry entry = new Entry(nowNs + delayNs, count++, task);
        entries.add(entry);
        return () -> entries.remove(entry);
    }

    @Override
    public void executeBlocking(Runnable task) {
        execute(task);
    }

    @Override
    public void await(CompletableFuture<?> done) {
        throw new UnsupportedOperationException("nobody waits here");
    }

    @Override
    public boolean isAgentThread() {
        return true;
    }

    @Override
    public Watch watch(SelectableChannel channel, int interestOps, ReadyHandler handler) {
        throw new UnsupportedOperationException("there are no channels here");
    }

    /** Lets time pass, and what is due happen. */
    public void pass(long ns) {
        long endNs = nowNs + ns;
        Entry next;
        while ((next = entries.peek()) != null && next.atNs <= endNs) {
            entries.remove();
            nowNs = Math.max(nowNs, next.atNs);
            next.task.run();
        }
        nowNs = endNs;
    }

    /** Lets time pass in which nothing can happen, as while a process is stopped. */
    void stop(long ns) {
        nowNs += ns;
    }
}
