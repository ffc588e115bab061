// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.testing.SeededRandom;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The application's thread and a real agent pass a domain to and fro. */
class DomainHandOverTest {
    private static final int ROUNDS = 3000;
    private static final int VISITS = 200_000;

    private final Random random = SeededRandom.create(DomainHandOverTest.class);
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final SelectorLoop loop = SelectorLoop.start(failures::add);

    /** Plain fields: only the hand-over makes them safe. */
    private static final class Shared implements ProgressSource {
        long byApplication;
        long byAgent;
        long sum;
        boolean busy;
        boolean overlapped;
        Thread application = Thread.currentThread();

        @Override
        public int progress() {
            visit();
            if (Thread.currentThread() == application) {
                byApplication++;
            } else {
                byAgent++;
            }
            return (int) (sum & 1);
        }

        @Override
        public void onSignal() {}

        private void visit() {
            overlapped |= busy;
            busy = true;
            sum++;
            busy = false;
        }
    }

    @AfterEach
    void closeLoop() {
        loop.close();
        assertThat(failures).isEmpty();
    }

    @Test
    void noStandInIsLostHoweverTheCallsFall() {
        Domain domain = new Domain(loop, false);
        Shared shared = new Shared();
        domain.add(shared);

        for (int round = 0; round < ROUNDS; round++) {
            Wanted wanted = new Wanted(shared);
            domain.enter();
            wanted.after = shared.byAgent;
            domain.somebodyWaits(wanted::isOpen);
            domain.exit();
            for (int call = random.nextInt(4); call > 0; call--) { // the application goes on for a while
                spin(random.nextInt(200));
                domain.enter();
                domain.progress();
                domain.exit();
            }
            while (!wanted.given) { // it does not call any more: the agent alone can do it
                LockSupport.parkNanos(1_000);
            }
        }

        domain.enter();
        assertThat(shared.byAgent).isGreaterThanOrEqualTo(ROUNDS);
        assertThat(shared.overlapped).isFalse();
        assertThat(shared.sum).isEqualTo(shared.byAgent + shared.byApplication);
        domain.exit();
    }

    @Test
    void theTwoAreNeverInsideTogether() {
        Domain domain = new Domain(loop, true);
        Shared shared = new Shared();
        domain.add(shared);

        for (int visit = 0; visit < VISITS; visit++) {
            domain.enter();
            domain.progress();
            domain.exit();
            if (visit % 64 == 0) {
                spin(random.nextInt(20_000));
            }
        }

        domain.enter();
        assertThat(shared.overlapped).isFalse();
        assertThat(shared.byApplication).isEqualTo(VISITS);
        assertThat(shared.sum).isEqualTo(shared.byAgent + shared.byApplication);
        assertThat(shared.byAgent).as("the agent had its turns").isPositive();
        domain.close();
        domain.exit();
    }

    /** A wait that the agent's progress ends. Read by the domain's owner; {@link #given} by the application, too. */
    private static final class Wanted {
        private final Shared shared;
        private long after;
        private volatile boolean given;

        Wanted(Shared shared) {
            this.shared = shared;
        }

        boolean isOpen() {
            given = shared.byAgent > after;
            return !given;
        }
    }

    private static void spin(int times) {
        for (int count = 0; count < times; count++) {
            Thread.onSpinWait();
        }
    }
}
