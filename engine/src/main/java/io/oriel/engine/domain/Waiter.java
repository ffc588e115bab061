// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import io.oriel.engine.transport.Alarm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The blocking waits of an application's thread, in one domain or in several at once. The thread makes the progress: it
 * spins a little, so that a busy peer costs no system call, and then sleeps until it is woken.
 *
 * <p>Used by the owner of all its domains.
 */
public final class Waiter implements AutoCloseable {
    private static final int SPINS = 200;
    private static final long PARK_NS = 1_000_000;
    private static final Consumer<SelectionKey> TAKE_WAKE = Waiter::takeWake;

    private final Runnable wakeup = this::wakeup;
    private Domain[] domains = {};

    // Written by the owner.
    private volatile @Nullable Selector selector;

    private boolean closed;

    /** Creates a waiter that waits for nothing yet. */
    public Waiter() {}

    /**
     * Waits in one more domain from now on.
     *
     * @param domain whose alarm is set
     */
    public void add(Domain domain) {
        Domain[] more = Arrays.copyOf(domains, domains.length + 1);
        more[domains.length] = domain;
        Selector open = selector;
        if (open != null) {
            attach(domain, open);
        }
        domains = more;
    }

    /** Has a domain's alarm wake a selector, or nothing of the kind. */
    private static void attach(Domain domain, Selector to) {
        try {
            domain.alarm().attach(to);
        } catch (Throwable e) {
            domain.alarm().detach(to);
            throw e;
        }
    }

    /**
     * Waits in a domain no more.
     *
     * @param domain that was added
     */
    public void remove(Domain domain) {
        domains = Arrays.stream(domains).filter(each -> each != domain).toArray(Domain[]::new);
        Selector open = selector;
        if (open != null) {
            domain.alarm().detach(open);
            try {
                open.selectNow(key -> {}); // forgets the keys, so that the domain can be added again; takes no wake
            } catch (IOException e) {
                throw new UncheckedIOException("a selector has failed", e);
            }
        }
    }

    /**
     * Progresses the domains until a condition holds. An interrupt does not end the wait; it is left set.
     *
     * @param timeoutNs nanoseconds at most; 0 tries once
     * @param condition looked at after each progress
     * @return false if the time ran out first
     * @throws IllegalStateException on a control agent, unless the timeout is 0
     */
    public boolean until(long timeoutNs, BooleanSupplier condition) {
        if (timeoutNs > 0) {
            requireNoAgent();
        }
        progress();
        if (condition.getAsBoolean()) {
            return true;
        }
        if (timeoutNs <= 0) {
            return false;
        }
        long beginNs = System.nanoTime();
        int idle = 1;
        while (idle < SPINS) {
            Thread.onSpinWait();
            int work = progress();
            if (condition.getAsBoolean()) {
                return true;
            }
            if (work == 0) {
                idle++;
            } else if (System.nanoTime() - beginNs >= timeoutNs) { // work may never end
                return false;
            } else {
                idle = 0;
            }
        }
        return untilAsleep(beginNs, timeoutNs, condition);
    }

    private void requireNoAgent() {
        for (Domain domain : domains) {
            domain.requireNoAgent();
        }
    }

    private boolean untilAsleep(long beginNs, long timeoutNs, BooleanSupplier condition) {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted(); // or a selector would return at once
                if (sleep(beginNs, timeoutNs, condition)) {
                    return true;
                }
                if (System.nanoTime() - beginNs >= timeoutNs) {
                    return false;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends the selector. By the owner; idempotent. */
    @Override
    public synchronized void close() {
        closed = true;
        Selector open = selector;
        selector = null;
        if (open != null) {
            for (Domain domain : domains) {
                domain.alarm().detach(open);
            }
            closeQuietly(open);
        }
    }

    /** Arms, looks again, and sleeps at most once, perhaps after a nap; returns whether the condition holds. */
    private boolean sleep(long beginNs, long timeoutNs, BooleanSupplier condition) {
        requireSelector();
        try {
            for (Domain domain : domains) {
                domain.arm(wakeup);
            }
            for (boolean mayNap = needsNap(); ; mayNap = false) {
                int work = progressFully();
                if (condition.getAsBoolean()) {
                    return true;
                }
                // After the look, which may have started what needs a turn soon.
                long boundNs = boundNs(timeoutNs - (System.nanoTime() - beginNs));
                if (work > 0 || boundNs <= 0) {
                    break;
                }
                boolean naps = mayNap && boundNs > Alarm.NAP_NS;
                if (select(naps ? Alarm.NAP_NS : boundNs) || !naps) {
                    break;
                }
            }
        } finally {
            for (Domain domain : domains) {
                domain.disarm();
            }
        }
        progress();
        return condition.getAsBoolean();
    }

    /** Returns for how many nanoseconds of those left nothing can be left to do unless the owner is woken. */
    private long boundNs(long leftNs) {
        long least = leftNs;
        for (Domain domain : domains) {
            least = Math.min(least, domain.idleNs());
        }
        return least;
    }

    private boolean needsNap() {
        for (Domain domain : domains) {
            if (domain.alarm().needsNap()) {
                return true;
            }
        }
        return false;
    }

    private int progressFully() {
        int work = 0;
        for (Domain domain : domains) {
            work += domain.progressFully();
        }
        return work;
    }

    private int progress() {
        int work = 0;
        for (Domain domain : domains) {
            work += domain.progress();
        }
        return work;
    }

    /** Sleeps; true if a peer has woken this side. */
    private boolean select(long ns) {
        Selector open = selector;
        try {
            if (open != null) {
                return open.select(TAKE_WAKE, Math.max(1, TimeUnit.NANOSECONDS.toMillis(ns))) > 0;
            }
        } catch (IOException e) {
            // the loop goes on, and looks for itself
        }
        LockSupport.parkNanos(Math.min(ns, PARK_NS));
        return false;
    }

    /** Without a descriptor left for a selector, the waiter looks for itself now and then. */
    private void requireSelector() {
        if (selector == null && !closed) {
            try {
                selector = attached(Selector.open());
            } catch (IOException e) {
                selector = null;
            }
        }
    }

    private Selector attached(Selector opened) {
        int count = 0;
        try {
            for (; count < domains.length; count++) {
                attach(domains[count], opened);
            }
            return opened;
        } catch (Throwable e) {
            while (count > 0) {
                domains[--count].alarm().detach(opened);
            }
            closeQuietly(opened);
            throw e;
        }
    }

    private static void closeQuietly(Selector open) {
        try {
            open.close();
        } catch (IOException e) {
            // its descriptors are gone all the same
        }
    }

    /**
     * Ends the sleep that is under way, or else the next one: the condition is looked at again. From any thread; locked, because
     * it may come late and meet the close.
     */
    public synchronized void wakeup() {
        Selector open = selector;
        if (open != null) {
            open.wakeup();
        }
    }

    private static void takeWake(SelectionKey key) {
        if (key.attachment() instanceof Runnable take) {
            take.run();
        }
    }
}
