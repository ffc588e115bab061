// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Applications that do not poll. The property {@code oriel.test.awaySeconds} says for how long one computes. */
@Timeout(180)
class AwayIT {
    /** Longer than the time-outs that Aeron has by itself, which are of 10 s. */
    private static final long AWAY_NS = TimeUnit.SECONDS.toNanos(Long.getLong("oriel.test.awaySeconds", 12));

    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(30);

    @RegisterExtension
    final Stage stage = new Stage();

    @WholeBuild
    @Test
    void aConnectionOutlivesALongComputation() {
        ChildProcess host = stage.newChild();
        host.order("open", "opened");
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.grant(party);
        Party.require(party.receive(64));
        child.order("receive 1 64");

        // Nobody polls: not this side, nor the child.
        LockSupport.parkNanos(AWAY_NS);

        assertThat(party.endpoint().isConnected()).isTrue();
        child.order("send 1 64");
        Party.require(party.send(64));
        Party.require(party.write(Party.HALF_LENGTH));
        child.order("serve", "serving");
        party.settle();
        party.ledger().requireSuccess();
        child.order("rest");
        child.order("settle-initiator"); // the acknowledgement of its Send may still be on its way
        child.order("require-success-so-far");
    }

    @Test
    void notificationsWakeWithoutPolling() {
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.order("echo", "serving");

        for (int i = 0; i < 500; i++) {
            Party.require(party.receive(64));
            Party.require(party.send(64));
            while (!party.ledger().isSettled()) {
                Outcomes.requireSuccess(party.queue().requestNotification(NotifyType.ANY));
                while (party.pollOnce() > 0) {
                    // Until it is empty, as ND asks for.
                }
            }
        }
        party.ledger().requireSuccess();
    }

    @Test
    void anEventAfterTheRequestWakes() {
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Party party = new Party(stage.newProvider());
        child.accept(party);
        for (int i = 0; i < 20; i++) {
            Party.require(party.receive(64));
            CompletableFuture<Void> notified = party.queue().requestNotification(NotifyType.ANY);
            assertThat(notified).isNotDone();

            child.order("send 1 64");

            Outcomes.requireSuccess(notified);
            assertThat(party.pollOnce()).isOne();
        }
    }

    @Test
    void awaitsWake() {
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Party party = new Party(stage.newProvider());
        child.accept(party);
        for (int i = 0; i < 20; i++) {
            Party.require(party.receive(64));
            child.tell("send 1 64");
            NdStatus status =
                    i % 2 == 0 ? party.adapter().await(LONG_NS) : party.queue().await(NotifyType.ANY, LONG_NS);
            assertThat(status).isEqualTo(NdStatus.SUCCESS);
            assertThat(party.pollOnce()).isOne();
            assertThat(child.answer()).isEqualTo("done");
        }
        assertThat(party.adapter().await(TimeUnit.MILLISECONDS.toNanos(20))).isEqualTo(NdStatus.TIMEOUT);
    }

    @Test
    void aTargetThatNeverPollsIsReadAndWritten() {
        ChildProcess child = stage.newChild();
        child.order("open-agent", "opened");
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.grant(party);
        child.order("receive 50 64");

        for (int i = 0; i < 50; i++) {
            party.memory().buffer().putLong(0, i);
            Party.require(party.write(64));
            party.settle();
            Party.require(party.read(64));
            party.settle();
            assertThat(party.memory().buffer().getLong(Party.HALF_LENGTH)).isEqualTo(i);
            Party.require(party.send(64));
            party.settle(); // its message goes where the next Write does, which would not wait for it
        }
        Party.require(party.write(Party.HALF_LENGTH));
        Party.require(party.read(Party.HALF_LENGTH));
        party.settle();
        party.ledger().requireSuccess();
    }

    @Test
    void anAdapterConnectsToItself() {
        Party party = new Party(stage.newProvider());
        InetSocketAddress address = party.listen();
        CompletableFuture<Void> request = party.request();
        Connector connector = party.adapter().createConnector();
        Endpoint other = party.adapter()
                .createEndpoint(
                        party.queue(), party.queue(), EndpointConfig.defaults().withContext(2));
        CompletableFuture<Void> connected = connector.connect(other, address);
        Outcomes.requireSuccess(request);
        CompletableFuture<Void> accepted = party.accept();
        Outcomes.requireSuccess(connected);
        Outcomes.requireSuccess(connector.completeConnect());
        Outcomes.requireSuccess(accepted);

        party.openWindow(party.bind());
        party.settle();
        Party.require(party.receive(64));
        Party.require(other.send(7, ScatterGatherList.of(party.memory(), 0, 64), OpFlags.SILENT_SUCCESS));
        party.settle();

        CompletableFuture<Void> ended = party.connector().notifyDisconnect();
        Outcomes.requireSuccess(connector.disconnect());
        assertThat(Outcomes.of(ended)).isEqualTo(NdStatus.SUCCESS);
        party.progressUntil("it has ended", () -> !party.endpoint().isConnected());
        party.ledger().requireSuccess();
    }
}
