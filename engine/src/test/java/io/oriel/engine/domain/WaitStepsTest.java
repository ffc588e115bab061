// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.testing.FakeAlarm;
import io.oriel.engine.testing.ManualLoop;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An event at each step of a wait: arm, look, nap, look, sleep. None is lost, whatever it is. */
@Timeout(60)
class WaitStepsTest {
    /** Far longer than any event takes, and far shorter than a test may take. */
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private static final int TURNS = 3;

    private final FakeAlarm alarm = new FakeAlarm();
    private final Domain domain = new Domain(new ManualLoop(), false);
    private final Waiter waiter = domain.waiter();

    /** A step of the wait. */
    private enum Step {
        ARM,
        FIRST_LOOK,
        NAP,
        SECOND_LOOK,
        SLEEP
    }

    /** Tells the test which step the waiter is in. */
    private abstract static class Steps implements ProgressSource {
        private final Step at;
        final AtomicInteger looks = new AtomicInteger();

        Steps(Step at) {
            this.at = at;
        }

        abstract void happens();

        void reach(Step step) {
            if (step == at) {
                happens();
            }
        }

        @Override
        public int progress() {
            return 0;
        }

        @Override
        public int progressFully() {
            int look = looks.incrementAndGet();
            if (look <= 2) {
                reach(look == 1 ? Step.FIRST_LOOK : Step.SECOND_LOOK);
            }
            return 0;
        }

        @Override
        public void onSignal() {}
    }

    /** Something starts that needs a turn each millisecond from then on, and is done after some. */
    private static final class NeedsTurns extends Steps {
        private volatile boolean hasStarted;
        private int turns;

        NeedsTurns(Step at) {
            super(at);
        }

        @Override
        void happens() {
            hasStarted = true;
        }

        @Override
        public int progressFully() {
            turns += hasStarted ? 1 : 0;
            return super.progressFully();
        }

        @Override
        public long idleNs() {
            return hasStarted ? 1_000_000 : Long.MAX_VALUE;
        }

        boolean isDone() {
            return turns > TURNS;
        }
    }

    /** A peer publishes, and wakes this side if it is armed. */
    private final class Publishes extends Steps {
        private volatile boolean isPublished;
        private boolean isSeen;

        Publishes(Step at) {
            super(at);
        }

        @Override
        void happens() {
            boolean wakes = alarm.isArmed();
            isPublished = true;
            if (wakes) {
                alarm.ring();
            }
        }

        @Override
        public int progressFully() {
            isSeen |= isPublished;
            return super.progressFully();
        }

        boolean isSeen() {
            return isSeen;
        }
    }

    /** The agent changes something, and signals. */
    private final class Signals extends Steps {
        private volatile boolean hasChanged;
        private boolean isSeen;

        Signals(Step at) {
            super(at);
        }

        @Override
        void happens() {
            hasChanged = true;
            domain.signal();
        }

        @Override
        public void onSignal() {
            isSeen |= hasChanged;
        }

        boolean isSeen() {
            return isSeen;
        }
    }

    @AfterEach
    void close() {
        domain.close();
        domain.exit();
        alarm.close();
    }

    /** Has the steps reached that are no call of the source: arming here, nap and sleep by another thread. */
    private Thread enter(Steps steps) {
        alarm.beforeArming(() -> steps.reach(Step.ARM));
        domain.alarm(alarm);
        domain.add(steps);
        domain.enter();
        Thread asleep = new Thread(() -> {
            awaitLooks(steps, 1);
            steps.reach(Step.NAP);
            awaitLooks(steps, 2);
            steps.reach(Step.SLEEP);
        });
        asleep.setDaemon(true);
        return asleep;
    }

    @SuppressWarnings("ThreadPriorityCheck") // until the waiter, which may need this processor, is there
    private void awaitLooks(Steps steps, int looks) {
        while (steps.looks.get() < looks || !alarm.isArmed()) {
            Thread.yield();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ARM", "FIRST_LOOK", "SECOND_LOOK"})
    void givesATurnToWhatStartsAtAStepOfItsOwn(Step at) {
        NeedsTurns source = new NeedsTurns(at);
        Thread unused = enter(source);

        assertThat(waiter.until(PATIENCE_NS, source::isDone)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void seesWhatAPeerPublishesThatSeesTheArmedWord(Step at) {
        Publishes source = new Publishes(at);
        enter(source).start();

        assertThat(waiter.until(PATIENCE_NS, source::isSeen)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void seesWhatTheAgentSignals(Step at) {
        Signals source = new Signals(at);
        enter(source).start();

        assertThat(waiter.until(PATIENCE_NS, source::isSeen)).isTrue();
    }
}
