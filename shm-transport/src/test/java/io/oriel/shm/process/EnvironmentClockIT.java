// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.config.DriverMode;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.SteppedClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Somebody sets the wall clock of a process that runs a media driver for itself and others. */
@WholeBuild
@Timeout(120)
class EnvironmentClockIT {
    private static final int HOUR = 3600;
    private static final long HALF_AN_HOUR_MS = TimeUnit.SECONDS.toMillis(HOUR / 2);
    /** Several of the driver's looks at its clients. */
    private static final long TIME_NS = TimeUnit.SECONDS.toNanos(1);

    @RegisterExtension
    final Stage stage = new Stage();

    @Test
    void stepsOfAnHourDisconnectNobody() {
        assumeTrue(SteppedClock.missing().isEmpty(), SteppedClock::missing);
        SteppedClock clock = new SteppedClock(stage.directory());
        ChildProcess child = stage.add(ShmChild.startBehind(clock.prefix(), stage.directory(), DriverMode.EXTERNAL));
        stage.closing(() -> SteppedClock.deleteShared(child.pid()));
        child.order("host-driver", "hosting");
        child.order("open", "opened");
        Party party = new Party(stage.newProvider(stage.externalConfig()));
        child.accept(party);
        child.grant(party);
        CompletableFuture<Void> disconnected = party.connector().notifyDisconnect();

        for (int step : new int[] {HOUR, -HOUR}) {
            clock.set(step);
            while (Math.abs(wallClock(child) - TimeUnit.SECONDS.toMillis(step)) > HALF_AN_HOUR_MS) {
                Thread.onSpinWait(); // it looks once a second
            }
            child.order("serve", "serving");
            long endNs = System.nanoTime() + TIME_NS;
            while (System.nanoTime() - endNs < 0) {
                Party.require(party.write(1000));
                party.settle();
            }
            party.ledger().requireSuccess();
            child.order("rest");

            assertThat(disconnected).isNotDone();
            assertThat(child.ask("is-connected")).isEqualTo("true");
        }
    }

    private static long wallClock(ChildProcess child) {
        return Long.parseLong(child.ask("wall-clock")) - System.currentTimeMillis();
    }
}
