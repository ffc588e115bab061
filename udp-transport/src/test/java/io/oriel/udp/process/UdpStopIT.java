// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import io.oriel.testing.process.Traffic;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The peer's process is stopped: for less than the dead-peer time it only keeps others waiting, for more it is dead. */
@Timeout(120)
class UdpStopIT {
    @RegisterExtension
    final UdpStage stage = new UdpStage();

    private final Random random = SeededRandom.create(UdpStopIT.class);

    private static void mix(Traffic traffic, Duration time) {
        long endNs = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - endNs < 0) {
            traffic.step();
        }
    }

    @Test
    void goesOnAfterAShortStop() {
        ChildProcess child = stage.newChild();
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.grant(party);
        child.openWindow(party.bind());
        Traffic traffic = new Traffic(party, random.nextLong());
        child.order("mix 2", "serving");
        mix(traffic, Duration.ofMillis(200));

        child.stop();
        mix(traffic, UdpStage.DEAD_PEER.dividedBy(4));
        assertThat(party.ledger().initiatorOutstanding()).isPositive();
        child.resume();

        mix(traffic, Duration.ofMillis(200));
        assertThat(traffic.isEnded()).isFalse();
        traffic.stop();
        child.tell("stop-mixing");
        stepUntilAnswered(traffic, child);
        assertThat(child.answer()).isEqualTo("done");
        child.tell("settle-initiator");
        stepUntilAnswered(traffic, child);
        assertThat(child.answer()).isEqualTo("done");
        party.settleInitiator();
        child.order("require-success-so-far");
        party.ledger().requireSuccessSoFar();
    }

    private static void stepUntilAnswered(Traffic traffic, ChildProcess child) {
        while (!child.hasAnswered()) {
            traffic.step();
        }
    }

    @WholeBuild
    @Test
    void isDisconnectedOnBothSidesAfterALongStop() {
        ChildProcess child = stage.newChild();
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.openWindow(party.bind());
        party.settle();
        CompletableFuture<Void> notice = party.connector().notifyDisconnect();
        child.order("receive 3 64");
        Party.require(party.receive(64));

        child.stop();
        Party.require(party.send(8));
        Party.require(party.send(8));
        party.settle();
        assertThat(Outcomes.of(notice)).isEqualTo(NdStatus.SUCCESS);
        party.ledger().requireEndByDeath();
        child.resume();

        child.order("settle"); // its Receives
        assertThat(child.ask("is-connected")).isEqualTo("false");
        assertThat(child.ask("ledger")).contains("receives 3 posted, 3 completed; faults []");
        child.order("renew");
        party.renew();
        child.accept(party);
        child.order("echo", "serving");
        Party.require(party.receive(64));
        Party.require(party.send(64));
        party.settle();
        party.ledger().requireSuccess();
    }
}
