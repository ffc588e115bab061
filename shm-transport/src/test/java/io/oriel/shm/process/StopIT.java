// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.OrielConfig;
import io.oriel.shm.process.KillScene.Host;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.process.Traffic;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A process that is stopped for a while is not dead. The property {@code oriel.test.stopMillis} says for how long. */
@Timeout(120)
class StopIT {
    private static final long STOP_NS = TimeUnit.MILLISECONDS.toNanos(Long.getLong("oriel.test.stopMillis", 3000));

    @RegisterExtension
    final Stage stage = new Stage();

    @ParameterizedTest
    @MethodSource("io.oriel.shm.process.KillScene$Host#tried")
    void everythingCompletesWhenThePeerGoesOn(Host host) {
        ChildProcess child = stage.newChild(host);
        child.order("open", "opened");
        Party party = new Party(stage.newProvider(stage.config(host)));
        child.accept(party);
        child.grant(party);
        child.openWindow(party.bind());
        Traffic traffic = new Traffic(party, 1);
        child.order("mix 2", "serving");
        mix(traffic, TimeUnit.MILLISECONDS.toNanos(200));

        child.stop();
        mix(traffic, STOP_NS);
        assertThat(party.ledger().initiatorOutstanding()).isPositive();
        child.resume();

        mix(traffic, TimeUnit.MILLISECONDS.toNanos(200));
        assertThat(traffic.isEnded()).isFalse();
        requireEnd(child, party, traffic);
    }

    /** Posts Receives for what the child still sends. */
    private static void stepUntilAnswered(Traffic traffic, ChildProcess child) {
        while (!child.hasAnswered()) {
            traffic.step();
        }
    }

    /** Both stop posting, and everything posted succeeds. */
    static void requireEnd(ChildProcess child, Party party, Traffic traffic) {
        traffic.stop();
        child.tell("stop-mixing");
        stepUntilAnswered(traffic, child);
        assertThat(child.answer()).isEqualTo("done");
        child.tell("settle-initiator");
        stepUntilAnswered(traffic, child);
        assertThat(child.answer()).isEqualTo("done");
        party.settleInitiator();
        assertThat(party.ledger().initiatorEnds()).isNotEmpty();
        party.ledger().requireSuccessSoFar();
        child.order("rest");
        child.order("require-success-so-far");
    }

    @WholeBuild
    @ParameterizedTest
    @MethodSource("io.oriel.shm.process.KillScene$Host#tried")
    void connectWaitsForAStoppedListener(Host host) {
        ChildProcess child = stage.newChild(host);
        child.order("open", "opened");
        Party party = new Party(stage.newProvider(stage.config(host)));
        InetSocketAddress address = child.listen();
        child.order("begin-request", "begun");

        child.stop();
        CompletableFuture<Void> connecting = party.connect(address);
        LockSupport.parkNanos(STOP_NS / 2);
        assertThat(connecting).isNotDone();
        child.resume();

        child.order("end", "SUCCESS");
        child.order("begin-accept", "begun");
        Outcomes.requireSuccess(connecting);
        Outcomes.requireSuccess(party.complete());
        child.order("end", "SUCCESS");
    }

    @WholeBuild
    @Test
    void othersGoOnWhileTheProcessIsStoppedThatCameFirst() {
        ChildProcess first = stage.newChild();
        first.order("open", "opened");
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Party party = newPartyWithWindow(child, stage.config());
        first.stop();

        // More than the logs hold.
        for (int i = 0; i < 10; i++) {
            Party.require(party.write(Party.HALF_LENGTH));
        }
        party.settle();

        party.ledger().requireSuccess();
        first.resume();
    }

    private Party newPartyWithWindow(ChildProcess child, OrielConfig config) {
        Party party = new Party(stage.newProvider(Stage.byResponder(config)));
        child.accept(party);
        child.grant(party);
        child.order("echo", "serving");
        return party;
    }

    @Test
    void othersGoOnWhileTheDriversHostIsStopped() {
        ChildProcess host = stage.newDriverHost();
        ChildProcess child = stage.newExternalChild();
        child.order("open", "opened");
        Party party = newPartyWithWindow(child, stage.externalConfig());
        host.stop();

        for (int i = 0; i < 100; i++) {
            Party.require(party.receive(64));
            Party.require(party.send(64));
            Party.require(party.write(64));
            Party.require(party.read(64));
            party.settle();
        }
        // More than the logs hold: that waits for the driver.
        for (int i = 0; i < 10; i++) {
            Party.require(party.write(Party.HALF_LENGTH));
        }
        for (int i = 0; i < 1000; i++) {
            party.progress();
        }
        assertThat(party.ledger().initiatorOutstanding()).isPositive();
        host.resume();

        party.settle();
        party.ledger().requireSuccess();
    }

    private static void mix(Traffic traffic, long forNs) {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < forNs) {
            traffic.step();
        }
    }
}
