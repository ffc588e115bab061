// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.engine.testing.FakeAlarm;
import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.transport.Alarm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The agent, which sleeps while somebody waits and nothing happens. */
class StandInTest {
    private static final long LONG_NS = 3_600_000_000_000L;
    private static final long A_SECOND_NS = 1_000_000_000L;

    private final ManualLoop loop = new ManualLoop();
    private final FakeAlarm alarm = new FakeAlarm();
    private final Domain domain = new Domain(loop, false);
    private final Source source = new Source();
    private boolean isWaiting = true;

    /** Work that the test brings. */
    private static final class Source implements ProgressSource {
        int progressed;
        int work;
        int failures;
        long idleNs = Long.MAX_VALUE;

        @Override
        public int progress() {
            progressed++;
            if (failures > 0) {
                failures--;
                throw new IllegalStateException("a defect");
            }
            int done = work;
            work = 0;
            return done;
        }

        @Override
        public long idleNs() {
            return idleNs;
        }

        @Override
        public void onSignal() {}
    }

    @Test
    void isSentAgainWhenItCouldNotBeSentForWantOfMemory() {
        ManualLoop failing = new ManualLoop();
        Domain other = new Domain(failing, false);
        Source watched = new Source();
        other.add(watched);
        other.enter();
        other.somebodyWaits(() -> isWaiting);
        failing.failAt(ManualLoop.Want.TASK, 1);
        assertThatThrownBy(other::exit).isInstanceOf(OutOfMemoryError.class);

        other.enter();
        other.exit();
        failing.runTasks();

        assertThat(watched.progressed).isPositive();
        isWaiting = false;
    }

    @Test
    void comesAgainAtOnceWhenThereIsNoMemoryForATimer() {
        ManualLoop failing = new ManualLoop();
        Domain other = new Domain(failing, false);
        Source watched = new Source();
        watched.work = 1; // so that the agent has to come again
        other.add(watched);
        other.enter();
        other.somebodyWaits(() -> isWaiting);
        failing.failAt(ManualLoop.Want.TIMER, 1);
        other.exit();
        assertThatThrownBy(failing::runTasks).isInstanceOf(OutOfMemoryError.class);
        int before = watched.progressed;

        failing.runTasks();

        assertThat(watched.progressed).isGreaterThan(before);
        isWaiting = false;
    }

    @Test
    void comesAgainThoughNobodyCouldBeToldThatAProgressThrew() {
        ManualLoop failing = new ManualLoop();
        Domain other = new Domain(failing, false);
        Source watched = new Source();
        watched.failures = 1;
        other.add(watched);
        other.enter();
        other.somebodyWaits(() -> isWaiting);
        other.exit();
        failing.failAt(ManualLoop.Want.TASK, 1);
        assertThatThrownBy(failing::runTasks).isInstanceOf(OutOfMemoryError.class);
        int before = watched.progressed;

        failing.advance(A_SECOND_NS);

        assertThat(watched.progressed).isGreaterThan(before);
        isWaiting = false;
    }

    @BeforeEach
    void waitForSomething() {
        domain.alarm(alarm);
        domain.add(source);
        domain.enter();
        domain.somebodyWaits(() -> isWaiting);
        domain.exit();
        loop.runTasks();
    }

    @AfterEach
    void closeAlarm() {
        alarm.close();
    }

    private int comingsDuring(Runnable event) {
        int before = source.progressed;
        event.run();
        loop.runTasks();
        return source.progressed - before;
    }

    @Test
    void sleepsUntilItIsWoken() {
        assertThat(alarm.isArmed()).isTrue();
        loop.advance(Alarm.NAP_NS);
        assertThat(loop.waitingTimers()).as("it does not look now and then").isZero();
        assertThat(comingsDuring(() -> loop.advance(LONG_NS))).isZero();

        assertThat(comingsDuring(alarm::ringForTheAgent)).isPositive();
    }

    @Test
    void looksAgainAfterItsNapWithoutArmingAnew() {
        int before = alarm.armings();

        assertThat(comingsDuring(() -> loop.advance(Alarm.NAP_NS))).isPositive();

        assertThat(alarm.isArmed()).isTrue();
        assertThat(alarm.armings()).isEqualTo(before);
    }

    @Test
    void findsAfterItsNapWhatAPeerPublishedThatDidNotSeeItSleep() {
        source.work = 1;

        loop.advance(Alarm.NAP_NS);

        assertThat(source.work).isZero();
    }

    @Test
    void looksOnceMoreAfterArming() {
        alarm.beforeArming(() -> {
            isWaiting = false; // what was waited for has come, and nobody was asleep
            source.work = 1;
        });

        alarm.ringForTheAgent();

        assertThat(alarm.isArmed()).isFalse();
        assertThat(source.work).isZero();
    }

    @Test
    void armsAnewEachTime() {
        int before = alarm.armings();

        alarm.ringForTheAgent();
        alarm.ringForTheAgent();

        assertThat(alarm.armings()).isEqualTo(before + 2);
    }

    @Test
    void comesAgainAtOnceWhileThereIsWork() {
        source.work = 1;
        alarm.ringForTheAgent();

        assertThat(alarm.isArmed()).isFalse();
        loop.advance(0);
        assertThat(alarm.isArmed()).isTrue();
    }

    @Test
    void comesWhenTheEngineNeedsTime() {
        source.idleNs = 5_000;
        alarm.ringForTheAgent();

        assertThat(comingsDuring(() -> loop.advance(4_000))).isZero();
        assertThat(comingsDuring(() -> loop.advance(1_000))).isPositive();
        assertThat(loop.waitingTimers()).isEqualTo(1);
    }

    @Test
    void comesWhenTheAgentHasChangedSomething() {
        assertThat(comingsDuring(domain::signal)).isPositive();
    }

    @Test
    void isNotSentByCallsThatLeaveNothingNew() {
        assertThat(comingsDuring(() -> {
                    for (int call = 0; call < 100; call++) {
                        domain.enter();
                        domain.exit();
                    }
                }))
                .isZero();
    }

    @Test
    void isSentByACallThatLeavesSomethingThatNeedsTime() {
        domain.enter();
        source.idleNs = 5_000;
        domain.exit();
        loop.runTasks();

        assertThat(comingsDuring(() -> loop.advance(5_000))).isPositive();
    }

    @Test
    void isSentAgainAfterTheApplicationHasSleptItself() {
        domain.enter();
        assertThat(domain.waiter().until(1_000_000, () -> false)).isFalse();
        assertThat(alarm.isArmed()).isFalse();
        domain.exit();

        loop.runTasks();

        assertThat(alarm.isArmed()).isTrue();
    }

    @Test
    void isSentAgainWhenAWakeFoundTheApplicationInside() {
        domain.enter();
        assertThat(comingsDuring(alarm::ringForTheAgent)).isZero();

        assertThat(comingsDuring(domain::exit)).isPositive();
    }

    @Test
    void reportsAProgressThatThrewAndComesAgain() {
        source.failures = 2;
        alarm.ringForTheAgent();
        assertThatThrownBy(loop::runTasks).hasMessage("a defect");
        assertThatThrownBy(() -> loop.advance(A_SECOND_NS)).hasMessage("a defect");
        source.work = 1;

        loop.advance(A_SECOND_NS);

        assertThat(source.work).isZero();
        loop.advance(0);
        assertThat(alarm.isArmed()).isTrue();
    }

    @Test
    void staysAwayOnceNobodyWaits() {
        isWaiting = false;
        alarm.ringForTheAgent();

        assertThat(alarm.isArmed()).isFalse();
        assertThat(comingsDuring(domain::signal)).isZero();
        assertThat(loop.waitingTimers() + loop.waitingTasks()).isZero();
    }
}
