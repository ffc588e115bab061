// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.Alarm;
import io.oriel.engine.transport.Pump;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An adapter's single-threaded domain: one thread at a time owns it, and the owner progresses everything in it.
 *
 * <p>The owner word is APP while the application posts and polls, at no cost. When somebody waits without polling, the
 * application's call leaves it YIELDED: the agent may then claim it (AGENT), progress, and yield it again. The
 * application's next call takes it back. The agent never claims from APP.
 *
 * <p>From the start of a {@link Pump} on every call leaves it YIELDED, because nothing moves unless somebody turns the pump:
 * the agent does when no call has come for a while, and until one comes. So does every call before the first link, when there
 * is nothing to be fast for: the application may not call again until a pump has made the link.
 */
public final class Domain {
    private static final int APP = 0;
    private static final int YIELDED = 1;
    private static final int AGENT = 2;
    private static final long RETRY_NS = 1_000_000;
    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(Domain.class, "owner", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final StandIn standIn;
    private final Waiter waiter = new Waiter();

    // Written by whoever holds the domain.
    private final List<BooleanSupplier> waits = new ArrayList<>();
    private Alarm alarm = Alarm.NONE;
    private boolean alwaysYields;
    private long calls;
    private long callsSeen;
    private Runnable onSignal = () -> {};
    private boolean busy;

    // Written by whoever holds the domain, and set by the agent when a pump starts.
    private volatile boolean yields = true;

    // Guarded by this.
    private boolean isClosed;

    private volatile ProgressSource[] sources = {};
    private volatile boolean isPumped;
    private volatile boolean isLinked;
    private volatile boolean signalled;
    private volatile @Nullable Runnable waker;

    @SuppressWarnings("UnusedVariable") // through OWNER
    private volatile int owner;

    /**
     * Creates a domain owned by the application.
     *
     * @param loop         the control agent
     * @param alwaysYields true to let the agent progress whenever the application is not inside
     */
    public Domain(ControlLoop loop, boolean alwaysYields) {
        standIn = new StandIn(this, loop);
        waiter.add(this);
        this.alwaysYields = alwaysYields;
    }

    /**
     * Sets what wakes the owner when it sleeps. Before the domain is used.
     *
     * @param wakes the medium's
     */
    public void alarm(Alarm wakes) {
        alarm = wakes;
    }

    /**
     * Has the owner turn a medium that has no thread of its own, first of all in each progress, and send what was committed,
     * last of all, from now on. On the agent.
     *
     * @param pump of the medium, which nobody else turns from the owner's first turn on
     */
    public synchronized void startPump(Pump pump) {
        if (isClosed) {
            return; // the adapter closed meanwhile, and nobody turns its pump any more
        }
        isPumped = true;
        yields = true; // Pairs with #keep: after the pump can be seen.
        insert(0, new PumpSource(pump));
        insert(sources.length, new FlushSource(pump));
    }

    /** The adapter has a link: from now on calls keep the domain unless a pump has started. On the agent. */
    public void linked() {
        isLinked = true;
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
        if (signalled) { // a state that a future has announced is there for the call
            takeSignalsOnEntering();
        }
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
        if (signalled) {
            takeSignals(sources); // Pairs with #add and #remove.
        }
        int work = 0;
        for (ProgressSource source : sources) { // read after the signals: what was let go is not touched any more
            work += source.progress();
        }
        return work;
    }

    /** Tells the owner that the agent has changed something; it looks at it in its next call. From any thread. */
    public void signal() {
        signalled = true; // Pairs with #takeSignals: what was changed before.
        wake();
        if (isPumped) {
            standIn.signalled();
        }
    }

    /** The pump has to be turned soon, though no peer sends and nobody calls. On the agent. */
    public void hurry() {
        wake();
        if (isPumped) {
            standIn.hurry();
        }
    }

    /**
     * Adds something to be progressed. From any thread.
     *
     * @param source to be progressed from now on
     */
    public synchronized void add(ProgressSource source) {
        if (!isClosed) {
            insert(isPumped ? sources.length - 1 : sources.length, source); // before what ends the progress
        }
    }

    private void insert(int index, ProgressSource source) {
        List<ProgressSource> longer = new ArrayList<>(List.of(sources));
        longer.add(index, source);
        sources = longer.toArray(ProgressSource[]::new); // Pairs with #progress.
        wake(); // it may hold what was published before anybody could be woken
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
        isClosed = true;
        ProgressSource[] last = sources;
        sources = new ProgressSource[0];
        waits.clear();
        onSignal = () -> {};
        alwaysYields = false;
        isPumped = false;
        yields = false;
        disarm();
        waiter.close();
        for (ProgressSource source : last) {
            source.close();
        }
    }

    /**
     * Returns what waits in this domain alone. Used by the owner.
     *
     * @return the same for the domain's whole life
     */
    public Waiter waiter() {
        return waiter;
    }

    /** Refuses a wait of the control agent. */
    void requireNoAgent() {
        standIn.requireNoAgent();
    }

    // Sleeping, by the owner: arm, look once more, sleep for no longer than #idleNs, disarm.

    /** From now on peers wake the owner through the alarm, and the agent through the waker. */
    void arm(Runnable wakes) {
        waker = wakes; // Pairs with #wake: the waker is there before the signal is looked for.
        alarm.arm();
    }

    /** The owner is awake. */
    void disarm() {
        waker = null;
        standIn.forget();
        alarm.disarm();
    }

    /** Looks at everything for the last time before the owner sleeps; returns how much was done. */
    int progressFully() {
        if (signalled) {
            takeSignals(sources); // Pairs with #add and #remove.
        }
        int work = signalled ? 1 : 0;
        for (ProgressSource source : sources) { // read after the signals: what was let go is not touched any more
            work += source.progressFully();
        }
        return work;
    }

    /** Tells for how many nanoseconds nothing can be left to do unless the owner is woken. */
    long idleNs() {
        long least = alarm.canWake() ? Long.MAX_VALUE : RETRY_NS;
        for (ProgressSource source : sources) { // Pairs with #add and #remove.
            least = Math.min(least, source.idleNs());
        }
        return least;
    }

    Alarm alarm() {
        return alarm;
    }

    // Standing in, by the agent.

    /** Claims the domain for the agent; false if the application is inside. */
    boolean tryClaim() {
        return OWNER.compareAndSet(this, YIELDED, AGENT); // Pairs with #yieldToAgent.
    }

    /** Gives up what {@link #tryClaim} took. */
    void unclaim() {
        OWNER.setVolatile(this, YIELDED); // Pairs with #reclaim.
    }

    /** Tells whether somebody waits still, so that the agent has to come again. */
    boolean needsStandIn() {
        waits.removeIf(isWaiting -> !isWaiting.getAsBoolean());
        boolean isNeeded = isPumped || isWaitedFor();
        yields = isNeeded || !isLinked;
        return isNeeded;
    }

    /** Tells whether the application, which has called since this was asked last, turns the pump, and nobody waits. */
    boolean isAttended() {
        boolean hasCalled = calls != callsSeen;
        callsSeen = calls;
        return hasCalled && isPumped && !signalled && !isWaitedFor();
    }

    /** Tells whether the agent has to come again by itself. */
    boolean isPumped() {
        return isPumped;
    }

    /** Tells whether the owner sleeps: the agent cannot claim, and is called when the owner leaves. */
    boolean isAsleep() {
        return waker != null; // Pairs with #arm.
    }

    private boolean isWaitedFor() {
        return alwaysYields || !waits.isEmpty();
    }

    /** Ends the sleep of the owner, if it sleeps: it looks again at what it waits for. From any thread. */
    public void wake() {
        Runnable wakes = waker; // Pairs with #arm: what there is to be seen before the waker is looked for.
        if (wakes != null) {
            wakes.run();
        }
    }

    private void takeSignalsOnEntering() {
        try {
            takeSignals(sources); // Pairs with #add and #remove.
        } catch (Throwable e) {
            exit();
            throw e;
        }
    }

    private void takeSignals(ProgressSource[] current) {
        signalled = false; // before looking: a signal that comes meanwhile is seen next time
        try {
            for (ProgressSource source : current) {
                source.onSignal();
            }
            onSignal.run();
        } catch (Throwable e) {
            signalled = true; // for those that were not told
            throw e;
        }
    }

    private void reclaim() {
        while (!OWNER.compareAndSet(this, YIELDED, APP)) { // Pairs with #unclaim: what the agent did.
            if ((int) OWNER.getVolatile(this) == APP) {
                return; // another thread of the application came first; busy tells whether it is inside
            }
            Thread.onSpinWait();
        }
    }

    private void yieldToAgent() {
        calls++;
        boolean waitedFor = isWaitedFor();
        if (!waitedFor && isLinked && !isPumped && keep()) {
            return;
        }
        boolean covered = waitedFor && standIn.covers(this);
        OWNER.setVolatile(this, YIELDED); // Pairs with #tryClaim: what the application did.
        if (waitedFor) {
            standIn.yielded(covered);
        } else if (isPumped) {
            standIn.leftAlone();
        }
    }

    /** Keeps the domain from now on, unless a pump starts meanwhile. */
    private boolean keep() {
        yields = false; // Pairs with #startPump: before the pump is looked for.
        boolean pumped = isPumped;
        if (pumped) {
            yields = true;
        }
        return !pumped;
    }

    private static IllegalStateException misuse() {
        return new IllegalStateException(
                "two threads are inside the same adapter: one thread at a time may post and poll;"
                        + " open one adapter for each thread, or hand over with a happens-before");
    }
}
