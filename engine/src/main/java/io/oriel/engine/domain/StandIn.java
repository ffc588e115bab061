// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.Alarm;
import org.agrona.LangUtil;
import org.jspecify.annotations.Nullable;

/**
 * The agent as the application's stand-in in one domain: it progresses while somebody waits, and sleeps in between until
 * it is woken.
 *
 * <p>The state says who has to send the agent. An application that leaves the domain sends it unless it comes already, or
 * watches: then the alarm is armed and a wake sends it. Whoever comes says so before it tries to claim; if the
 * application is inside, the claim fails and the application's exit sees the state.
 *
 * <p>Where the application turns a pump, the agent comes every {@link #PATIENCE_NS} to see whether it still does, and leaves
 * it alone while it does.
 */
final class StandIn {
    private static final int AWAY = 0;
    private static final int COMING = 1;
    private static final int WATCHING = 2;
    private static final int COMING_LATER = 3;

    /** For how long an application that has not called may leave its pump alone. */
    static final long PATIENCE_NS = 20_000_000;

    private static final long HURRY_NS = 1_000_000;
    private static final long FAILURE_PAUSE_NS = 100_000_000;

    private final Domain domain;
    private final ControlLoop loop;
    private final Runnable come = this::come;
    private final Runnable lookAgain = this::lookAgain;
    private final Runnable send = this::send;
    private final Runnable comeLater = this::comeLater;

    // Written by whoever holds the domain.
    private boolean isArmed;
    private boolean isNapping;
    private long boundNs;

    // Written by the agent.
    private ControlLoop.@Nullable Timer timer;

    private volatile int state;

    StandIn(Domain domain, ControlLoop loop) {
        this.domain = domain;
        this.loop = loop;
    }

    void requireNoAgent() {
        loop.requireNoAgent();
    }

    /** The application is about to leave the domain: does a watching agent see what it leaves behind? */
    boolean covers(Domain left) {
        return isArmed && left.idleNs() >= boundNs;
    }

    /** The application has left the domain. */
    void yielded(boolean covered) {
        int now = state; // Pairs with #come: the domain is yielded before the state is looked at.
        if (now == AWAY || now == COMING_LATER || (now == WATCHING && !covered)) {
            send();
        }
    }

    /** The application has left the domain, where nobody waits but the pump has to be turned. */
    void leftAlone() {
        if (state == AWAY) { // Pairs with #come.
            state = COMING_LATER;
            execute(comeLater);
        }
    }

    /** The agent has changed something in a domain that is left to an application which may not call soon. */
    void signalled() {
        if (state == COMING_LATER) {
            send();
        }
    }

    /** The pump has to be turned now. On the agent. */
    void hurry() {
        come(false, true);
    }

    /** The alarm is armed no more, or by another sleeper. By the domain's owner. */
    void forget() {
        isArmed = false;
    }

    private void send() {
        state = COMING;
        execute(come);
    }

    private void execute(Runnable task) {
        try {
            loop.execute(task);
        } catch (Throwable e) {
            state = AWAY; // or nobody would be sent again
            throw e;
        }
    }

    private void come() {
        come(false, false);
    }

    /** After a nap, with the alarm still armed. */
    private void lookAgain() {
        come(true, false);
    }

    /** On the agent: progresses in the application's stead, and watches while somebody waits. */
    private void come(boolean isSecondLook, boolean isHurried) {
        state = AWAY; // Pairs with #yielded: before the claim, so that whoever yields after it has failed sends the
        // agent.
        if (!domain.tryClaim()) {
            if (domain.isPumped() && !domain.isAsleep()) {
                comeAgain(isHurried ? HURRY_NS : PATIENCE_NS);
            }
            return;
        }
        boolean again;
        try {
            boolean isLeftAlone = !isHurried && domain.isAttended();
            again = isLeftAlone ? leaveAlone() : standIn(isSecondLook);
        } catch (RuntimeException | Error e) {
            comeAgain(FAILURE_PAUSE_NS); // somebody waits still
            // To the agent's error handler: whoever has called the agent here has done nothing wrong.
            loop.execute(() -> LangUtil.rethrowUnchecked(e));
            return;
        } finally {
            domain.unclaim();
        }
        cancelTimer();
        if (again && boundNs != Long.MAX_VALUE) {
            schedule(boundNs, isNapping ? lookAgain : come);
        }
    }

    /** Without memory for a timer the agent comes at once, which needs none. */
    private void schedule(long delayNs, Runnable task) {
        try {
            timer = loop.schedule(delayNs, task);
        } catch (Throwable e) {
            send();
            throw e;
        }
    }

    private void comeLater() {
        comeAgain(PATIENCE_NS);
    }

    /** On the agent: the application is inside, or was a moment ago. */
    private void comeAgain(long delayNs) {
        state = COMING_LATER;
        cancelTimer();
        schedule(delayNs, come);
    }

    private boolean leaveAlone() {
        if (isArmed) {
            domain.disarm();
        }
        isNapping = false;
        state = COMING_LATER;
        boundNs = PATIENCE_NS;
        return true;
    }

    private boolean standIn(boolean isSecondLook) {
        int work = domain.progress();
        if (work == 0 && domain.needsStandIn()) {
            boolean isFirstLook = !(isSecondLook && isArmed);
            isNapping = isFirstLook && domain.alarm().needsNap();
            if (isFirstLook) {
                domain.arm(send);
                isArmed = true;
            }
            work = domain.progressFully();
        }
        boolean again = domain.needsStandIn();
        if (!again || work > 0) {
            domain.disarm();
            state = again ? COMING : AWAY;
            boundNs = 0;
        } else {
            state = WATCHING;
            boundNs = isNapping ? Math.min(Alarm.NAP_NS, domain.idleNs()) : domain.idleNs();
            domain.alarm().watch(come);
        }
        return again;
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
