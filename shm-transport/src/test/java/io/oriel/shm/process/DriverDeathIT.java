// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.Provider;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The process that runs the media driver for others is killed: they say so, and find another when they come back. */
@Timeout(60)
class DriverDeathIT {
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(30);
    private static final long LONG_MS = TimeUnit.NANOSECONDS.toMillis(LONG_NS);

    @RegisterExtension
    final Stage stage = new Stage();

    @Test
    void adaptersOfOthersAreRemovedAndWorkAgainWhenReopened() {
        ChildProcess host = stage.newDriverHost();
        ChildProcess child = stage.newExternalChild();
        child.order("open", "opened");
        Provider provider = stage.newProvider(stage.externalConfig());
        Party party = new Party(provider);
        child.accept(party);
        for (int i = 0; i < 3; i++) {
            Party.require(party.receive(64));
            Party.require(party.send(64));
        }
        CompletableFuture<Void> disconnected = party.connector().notifyDisconnect();
        CompletableFuture<Void> notified = party.queue().requestNotification(NotifyType.SOLICITED);

        host.kill();

        party.settle();
        party.ledger().requireEndByDeath();
        assertThat(Outcomes.of(disconnected)).isEqualTo(NdStatus.SUCCESS);
        assertThat(Outcomes.of(notified)).isEqualTo(NdStatus.SUCCESS); // errors count as solicited
        assertThat(party.awaitDevice(LONG_MS)).isEqualTo(NdStatus.DEVICE_REMOVED);
        requireRemoved(party);
        child.order("await-device 30000", "DEVICE_REMOVED");

        party.close();
        stage.newDriverHost();
        Party reopened = new Party(provider);
        child.order("reopen", "opened");
        child.accept(reopened);
        child.order("echo", "serving");
        Party.require(reopened.receive(64));
        Party.require(reopened.send(64));
        reopened.settle();
        reopened.ledger().requireSuccess();
        assertThat(stage.remainsOf(host)).isEmpty();
    }

    private static void requireRemoved(Party party) {
        assertThat(party.send(1)).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(party.receive(1)).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(party.queue().await(NotifyType.ANY, LONG_NS)).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(Outcomes.of(party.queue().requestNotification(NotifyType.ANY)))
                .isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(Outcomes.of(() -> party.adapter().createConnector())).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(Outcomes.of(() -> party.adapter().createListener())).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(Outcomes.of(() -> party.adapter().createCompletionQueue(1))).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(Outcomes.of(() -> party.adapter().createMemoryWindow(1))).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(Outcomes.of(() -> party.adapter().allocateMemory(1, 0))).isEqualTo(NdStatus.DEVICE_REMOVED);
    }

    @Test
    void whatWaitsIsTold() {
        ChildProcess host = stage.newDriverHost();
        Party party = new Party(stage.newProvider(stage.externalConfig()));
        InetSocketAddress address = party.listen();
        CompletableFuture<Void> request = party.request();
        CompletableFuture<Void> notified = party.queue().requestNotification(NotifyType.ANY);
        Connector connector = party.adapter().createConnector();
        Listener unused = party.adapter().createListener();

        host.kill();

        assertThat(Outcomes.of(request)).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(Outcomes.of(notified)).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(Outcomes.of(connector.connect(party.endpoint(), address))).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(Outcomes.of(() -> {
                    unused.bind(new InetSocketAddress(address.getAddress(), 0));
                    return address;
                }))
                .isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(Outcomes.of(party.request())).isEqualTo(NdStatus.DEVICE_REMOVED);
    }

    @Test
    void anExternalDriverIsJoinedAndNeverReplaced() {
        Provider provider = stage.newProvider(stage.externalConfig());
        assertThat(Outcomes.of(() -> provider.openAdapter())).isEqualTo(NdStatus.DEVICE_NOT_READY);

        ChildProcess host = stage.newDriverHost();
        Party one = new Party(provider);
        Party other = new Party(stage.newProvider());
        KillScene.requireConnection(one, other);

        host.kill();
        assertThat(one.awaitDevice(LONG_MS)).isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(Outcomes.of(() -> provider.openAdapter())).isEqualTo(NdStatus.DEVICE_NOT_READY);

        stage.newDriverHost();
        Party again = new Party(provider);
        Party another = new Party(stage.newProvider());
        KillScene.requireConnection(again, another);
        assertThat(stage.remainsOf(host)).isEmpty();
    }
}
