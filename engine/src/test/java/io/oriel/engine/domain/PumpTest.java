// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.testing.FakeAlarm;
import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.transport.Pump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A domain whose medium moves only when it is turned. */
class PumpTest {
    private static final long IDLE_NS = StandIn.PATIENCE_NS;
    private static final long SECOND_NS = Duration.ofSeconds(1).toNanos();

    private final ManualLoop loop = new ManualLoop();
    private final FakeAlarm alarm = new FakeAlarm();
    private final Domain domain = new Domain(loop, false);
    private final CountingPump pump = new CountingPump();

    private static class CountingPump implements Pump {
        int turns;
        int work;

        @Override
        public int turn() {
            turns++;
            int done = work;
            work = 0;
            return done;
        }

        @Override
        public long idleNs() {
            return IDLE_NS;
        }
    }

    @BeforeEach
    void givePump() {
        domain.alarm(alarm);
        domain.startPump(pump);
    }

    @AfterEach
    void closeAlarm() {
        alarm.close();
    }

    private Domain newDomain() {
        Domain late = new Domain(loop, false);
        late.alarm(alarm);
        return late;
    }

    private void call() {
        domain.enter();
        domain.exit();
        loop.runTasks();
    }

    private void callThrough(long ns) {
        for (long passed = 0; passed < ns; passed += StandIn.PATIENCE_NS / 2) {
            call();
            loop.advance(StandIn.PATIENCE_NS / 2);
        }
    }

    @Test
    void isNotTurnedWhenItStartsAfterTheDomainWasClosed() {
        Domain closed = newDomain();
        closed.enter();
        closed.close();
        closed.exit();
        CountingPump late = new CountingPump();

        closed.startPump(late);
        closed.enter();
        closed.progress();
        closed.exit();
        loop.advance(SECOND_NS);

        assertThat(late.turns).isZero();
    }

    @Test
    void isTurnedInEachProgress() {
        domain.enter();
        domain.progress();
        domain.progress();
        domain.exit();

        assertThat(pump.turns).isEqualTo(2);
    }

    @Test
    void isTurnedFirstAndSendsLastWheneverItStarts() {
        List<String> order = new ArrayList<>();
        Domain late = new Domain(loop, false);
        late.add(named("early", order));
        late.startPump(new CountingPump() {
            @Override
            public int turn() {
                order.add("turn");
                return super.turn();
            }

            @Override
            public void flush() {
                order.add("flush");
            }
        });
        late.add(named("late", order));

        late.enter();
        late.progress();
        late.exit();

        assertThat(order).containsExactly("turn", "early", "late", "flush");
    }

    private static ProgressSource named(String name, List<String> order) {
        return new ProgressSource() {
            @Override
            public int progress() {
                order.add(name);
                return 0;
            }

            @Override
            public void onSignal() {}
        };
    }

    @Test
    void isTurnedByTheAgentThoughTheApplicationHasNotProgressedSinceItStarted() {
        Domain late = newDomain();
        late.enter();
        late.exit();
        late.startPump(pump);
        late.enter();
        late.exit();
        loop.runTasks();
        loop.advance(StandIn.PATIENCE_NS); // sees the call

        loop.advance(StandIn.PATIENCE_NS);

        assertThat(pump.turns).isPositive();
    }

    @Test
    void isTurnedByTheAgentThoughNoCallComesAfterTheFirstLink() {
        Domain late = newDomain();
        late.enter();
        late.exit();
        late.startPump(pump);
        late.linked();

        late.hurry();
        loop.runTasks();

        assertThat(pump.turns).isPositive();
    }

    @Test
    void isNotWaitedForByTheAgentWhereTheApplicationKeepsItsLinks() {
        Domain late = newDomain();
        late.linked();
        for (int call = 0; call < 3; call++) {
            late.enter();
            late.exit();
        }

        assertThat(late.tryClaim()).isFalse();
    }

    @Test
    void isYieldedAgainFromTheFirstCallAfterItsStart() {
        Domain late = newDomain();
        late.linked();
        late.enter();
        late.exit();
        late.startPump(pump);
        late.enter();
        late.exit();

        late.hurry();
        loop.runTasks();

        assertThat(pump.turns).isPositive();
    }

    @Test
    void isTurnedByTheAgentOnceNoCallHasCome() {
        call();
        loop.advance(StandIn.PATIENCE_NS); // sees the call
        int before = pump.turns;

        loop.advance(StandIn.PATIENCE_NS);

        assertThat(pump.turns).isGreaterThan(before);
    }

    @Test
    void isTurnedByTheAgentAgainAndAgainWhileNoCallComes() {
        call();
        for (int i = 0; i < 50; i++) {
            int before = pump.turns;
            loop.advance(2 * StandIn.PATIENCE_NS);
            loop.advance(StandIn.PATIENCE_NS);
            assertThat(pump.turns).isGreaterThan(before);
        }
    }

    @Test
    void isLeftToAnApplicationThatCalls() {
        callThrough(SECOND_NS);

        assertThat(pump.turns).isZero();
    }

    @Test
    void isLeftToTheApplicationAgainWhenItReturns() {
        call();
        for (int i = 0; i < 10; i++) {
            loop.advance(StandIn.PATIENCE_NS);
        }
        callThrough(SECOND_NS);
        int before = pump.turns;

        callThrough(SECOND_NS);

        assertThat(pump.turns).isEqualTo(before);
    }

    @Test
    void isTurnedByTheAgentWhenADatagramCame() {
        call();
        for (int i = 0; i < 4; i++) {
            loop.advance(StandIn.PATIENCE_NS);
        }
        int before = pump.turns;

        alarm.ringForTheAgent();
        loop.runTasks();

        assertThat(pump.turns).isGreaterThan(before);
    }

    @Test
    void isTurnedAtOnceWhenItIsWanted() {
        call();
        int before = pump.turns;

        domain.hurry();
        loop.runTasks();

        assertThat(pump.turns).isGreaterThan(before);
    }

    @Test
    void isTurnedAtOnceWhenSomebodyWaits() {
        domain.enter();
        domain.somebodyWaits(() -> true);
        domain.exit();
        loop.runTasks();

        assertThat(pump.turns).isPositive();
    }

    @Test
    void isTurnedAtOnceWhenTheAgentHasChangedSomething() {
        call();
        int before = pump.turns;

        domain.signal();
        loop.runTasks();

        assertThat(pump.turns).isGreaterThan(before);
    }

    @Test
    void restsWithTheDomain() {
        call();
        domain.enter();
        domain.close();
        domain.exit();
        for (int i = 0; i < 10; i++) {
            loop.advance(StandIn.PATIENCE_NS);
        }

        assertThat(pump.turns).isZero();
        assertThat(loop.waitingTimers()).isZero();
    }
}
