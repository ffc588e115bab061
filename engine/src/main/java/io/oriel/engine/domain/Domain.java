// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import io.oriel.engine.concurrent.HotPath;
import io.oriel.engine.control.ControlLoop;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * An adapter's single-threaded domain: one thread at a time owns it, and the owner progresses everything in it.
 *
 * <p>The owner word is APP while the application posts and polls, at no cost. When somebody waits without polling, the
 * application's call leaves it YIELDED: the agent may then claim it (AGENT), progress, and yield it again. The
 * application's next call takes it back. The agent never claims from APP.
 */
public final class Domain {
    private static final int APP = 0;
    private static final int YIELDED = 1;
    private static final int AGENT = 2;
    private static final long MIN_STAND_IN_DELAY_NS = 20_000;
    private static final long MAX_STAND_IN_DELAY_NS = 1_000_000;
    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(Domain.class, "owner", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ControlLoop loop;
    private final Runnable standIn = this::standIn;

    // Written by whoever holds the domain.
    private final List<BooleanSupplier> waits = new ArrayList<>();
    private boolean alwaysYields;
    private boolean yields;
    private Runnable onSignal = () -> {};
    private boolean busy;

    // Written by the agent.
    private long standInDelayNs = MIN_STAND_IN_DELAY_NS;

    private volatile boolean standInComing;
    private volatile ProgressSource[] sources = {};
    private volatile boolean signalled;

    @SuppressWarnings("UnusedVariable") // through OWNER
    private volatile int owner;

    /**
     * Creates a domain owned by the application.
     *
     * @param loop         the control agent
     * @param alwaysYields true to let the agent progress whenever the application is not inside
     */
    public Domain(ControlLoop loop, boolean alwaysYields) {
        this.loop = loop;
        this.alwaysYields = alwaysYields;
        yields = alwaysYields;
    }

    /**
     * Takes the domain for the calling thread; {@link #exit} must follow.
     *
     * @throws IllegalStateException if another thread is inside
     */
    @HotPath
    public void enter() {
        if ((int) OWNER.getOpaque(this) != APP) { // only the application leaves APP, so APP is its own last word
            reclaim();
        }
        if (busy) {
            throw misuse();
        }
        busy = true;
    }

    /** Gives up what {@link #enter} took. */
    @HotPath
    public void exit() {
        busy = false;
        if (yields) {
            yieldToAgent();
        }
    }

    /**
     * Lets the agent progress the domain while the application is outside. By the owner.
     *
     * @param isWaiting false once nobody waits any more
     */
    public void somebodyWaits(BooleanSupplier isWaiting) {
        if (!waits.contains(isWaiting)) {
            waits.add(isWaiting);
            yields = true;
        }
    }

    /**
     * Progresses everything in the domain. By the owner.
     *
     * @return how much was done; 0 for nothing
     */
    @HotPath
    public int progress() {
        ProgressSource[] current = sources; // Pairs with #add and #remove.
        if (signalled) {
            takeSignals(current);
        }
        int work = 0;
        for (ProgressSource source : current) {
            work += source.progress();
        }
        return work;
    }

    /** Tells the owner that the agent has changed something; it looks at it in its next progress. From any thread. */
    public void signal() {
        signalled = true; // Pairs with #takeSignals: what was changed before.
    }

    /**
     * Adds something to be progressed. From any thread.
     *
     * @param source to be progressed from now on
     */
    public synchronized void add(ProgressSource source) {
        ProgressSource[] longer = Arrays.copyOf(sources, sources.length + 1);
        longer[longer.length - 1] = source;
        sources = longer; // Pairs with #progress.
    }

    /**
     * Removes something. The owner may be progressing it for the last time unless the caller is the owner.
     *
     * @param source that was added
     */
    public synchronized void remove(ProgressSource source) {
        sources = Arrays.stream(sources).filter(each -> each != source).toArray(ProgressSource[]::new);
    }

    /**
     * Sets what the owner does when the agent has signalled, after the sources were told. Before the domain is used.
     *
     * @param handler run by the owner
     */
    public void onSignal(Runnable handler) {
        onSignal = handler;
    }

    /** Ends the domain: nothing in it is progressed any more, and the agent is not needed. By the owner. */
    public synchronized void close() {
        sources = new ProgressSource[0];
        waits.clear();
        alwaysYields = false;
        yields = false;
    }

    private void takeSignals(ProgressSource[] current) {
        signalled = false; // before looking: a signal that comes meanwhile is seen next time
        for (ProgressSource source : current) {
            source.onSignal();
        }
        onSignal.run();
    }

    private void reclaim() {
        while (!OWNER.compareAndSet(this, YIELDED, APP)) { // Pairs with #standIn: what the agent did.
            if ((int) OWNER.getVolatile(this) == APP) {
                return; // another thread of the application came first; busy tells whether it is inside
            }
            Thread.onSpinWait();
        }
    }

    private void yieldToAgent() {
        OWNER.setVolatile(this, YIELDED); // Pairs with #standIn: what the application did.
        if (!standInComing) {
            standInComing = true;
            loop.execute(standIn);
        }
    }

    /** On the agent: progresses in the application's stead, and comes again while somebody waits. */
    private void standIn() {
        standInComing = false; // before the claim: whoever yields after it has failed sends the agent again
        if (!OWNER.compareAndSet(this, YIELDED, AGENT)) { // Pairs with #yieldToAgent.
            return;
        }
        int work;
        boolean again;
        try {
            work = progress();
            waits.removeIf(isWaiting -> !isWaiting.getAsBoolean());
            again = alwaysYields || !waits.isEmpty();
            yields = again;
            standInComing = again;
        } finally {
            OWNER.setVolatile(this, YIELDED); // Pairs with #reclaim.
        }
        if (again) {
            standInDelayNs = work > 0 ? MIN_STAND_IN_DELAY_NS : Math.min(standInDelayNs * 2, MAX_STAND_IN_DELAY_NS);
            loop.schedule(standInDelayNs, standIn);
        }
    }

    private static IllegalStateException misuse() {
        return new IllegalStateException(
                "two threads are inside the same adapter: one thread at a time may post and poll;"
                        + " open one adapter for each thread, or hand over with a happens-before");
    }
}
