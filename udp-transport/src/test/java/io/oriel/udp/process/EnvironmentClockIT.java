// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody sets a process' wall clock. */
@WholeBuild
@Timeout(120)
class EnvironmentClockIT {
    private static final int HOUR = 3600;
    private static final long HALF_AN_HOUR_MS = TimeUnit.SECONDS.toMillis(HOUR / 2);

    @RegisterExtension
    final UdpStage stage = newStage();

    /** Makes what the test uses. */
    UdpStage newStage() {
        return new UdpStage();
    }

    @Test
    void stepsOfAnHourDisconnectNobody() {
        SteppedClock clock = newClock();
        ChildProcess child = newChild(clock, List.of());
        Party party = new Party(stage.newProvider());
        child.accept(party);

        requireUndisturbed(clock, child, party, stage.deadPeer().multipliedBy(2));
    }

    /** A driver in a process apart goes by the wall clock itself. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void stepsOfAnHourEndNoAdapterOfADriverApart(boolean isServer) {
        assumeTrue(!stage.config().udp().security().isSealed(), "a driver apart seals nothing");
        SteppedClock clock = newClock();
        stage.startDriver();
        Party party = UdpStage.openWithDriver(stage.newProvider(stage.externalConfig()));
        ChildProcess child = newChild(clock, stage.external());
        if (isServer) {
            child.accept(party);
        } else {
            child.connectTo(party);
        }

        requireUndisturbed(clock, child, party, stage.deadPeer());
    }

    private static void requireUndisturbed(SteppedClock clock, ChildProcess child, Party party, Duration time) {
        child.grant(party);
        CompletableFuture<Void> disconnected = party.connector().notifyDisconnect();
        for (int step : new int[] {HOUR, -HOUR}) {
            set(clock, child, step);
            child.order("serve", "serving");
            long endNs = System.nanoTime() + time.toNanos();
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

    @Test
    void anHourBetweenTheClocksKeepsNobodyFromMeeting() {
        SteppedClock clock = newClock();
        ChildProcess child = newChild(clock, List.of());
        set(clock, child, HOUR);

        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.grant(party);
        child.order("serve", "serving");
        Party.require(party.write(1000));
        party.settle();

        party.ledger().requireSuccess();
    }

    private SteppedClock newClock() {
        assumeTrue(SteppedClock.missing().isEmpty(), SteppedClock::missing);
        return new SteppedClock(stage.directory());
    }

    private ChildProcess newChild(SteppedClock clock, List<String> further) {
        List<String> properties = new ArrayList<>(further);
        // Or the test of its ciphers, where it has one, takes half a minute: it compiles late.
        properties.add("-Doriel.udp.mtuLength=1408");
        ChildProcess child = stage.newChildAs(clock.prefix(), ClockChild.class, properties.toArray(String[]::new));
        stage.closing(() -> SteppedClock.deleteShared(child.pid()));
        return child;
    }

    private static void set(SteppedClock clock, ChildProcess child, int seconds) {
        clock.set(seconds);
        while (Math.abs(wallClock(child) - TimeUnit.SECONDS.toMillis(seconds)) > HALF_AN_HOUR_MS) {
            Thread.onSpinWait(); // it looks once a second
        }
    }

    /** Returns by how much the child's differs from this process'. */
    private static long wallClock(ChildProcess child) {
        return Long.parseLong(child.ask("wall-clock")) - System.currentTimeMillis();
    }
}
