// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import static io.oriel.engine.testing.Statuses.assertEnded;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.engine.address.LocalAddress;
import io.oriel.engine.protocol.ConnectRejectDecoder;
import io.oriel.engine.protocol.ConnectRequestDecoder;
import io.oriel.engine.protocol.MessageHeaderDecoder;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** The addresses by which a listener tells its peers apart. */
class AddressesTest {
    private static final byte[] NO_DATA = {};

    private final ConnectionFixture fixture = new ConnectionFixture();
    private final PeerMessages peer = new PeerMessages();
    private final LocalAddress elsewhere = new ConnectionFixture().connections.newAddress();

    @Test
    void aConnectorTakesAnotherPortIfThePeerKnowsItsAddress() {
        EngineConnector connector = fixture.connector();
        CompletableFuture<Void> connecting = connect(connector);
        ConnectRequestDecoder first = onlyRequest();
        long id = first.connectionId();
        int firstPort = first.sourcePort();

        arrive(peer.addressTaken(id));

        ConnectRequestDecoder second = onlyRequest();
        assertThat(second.connectionId()).isEqualTo(id);
        assertThat(second.sourcePort()).isNotEqualTo(firstPort);
        assertThat(connector.localAddress().getPort()).isEqualTo(second.sourcePort());
        assertThat(connecting).isNotDone();
        arrive(peer.accept(id, 7, PeerMessages.side(3, NO_DATA)));
        assertThat(connecting).isCompleted();
    }

    @Test
    void aConnectorGivesThePortBackThatItHasLeft() {
        EngineConnector connector = fixture.connector();
        var unused = connect(connector);
        InetSocketAddress former = connector.localAddress();

        arrive(peer.addressTaken(onlyRequest().connectionId()));

        LocalAddress other = fixture.connections.newAddress();
        other.bind(former);
        assertThat(other.get()).isEqualTo(former);
    }

    @Test
    void aConnectorDoesNotTryPortsForEver() {
        CompletableFuture<Void> connecting = connect(fixture.connector());
        long id = onlyRequest().connectionId();

        Set<Integer> ports = new HashSet<>();
        while (!connecting.isDone()) {
            arrive(peer.addressTaken(id));
            requests().forEach(request -> ports.add(request.sourcePort()));
        }

        assertEnded(NdStatus.TOO_MANY_ADDRESSES, connecting);
        assertThat(ports).hasSizeBetween(2, 100);
    }

    @Test
    void aConnectorKeepsTheAddressThatItIsBoundTo() {
        EngineConnector connector = fixture.connector();
        connector.bind(new InetSocketAddress(ConnectionFixture.HERE.getAddress(), 0));
        CompletableFuture<Void> connecting = connect(connector);

        arrive(peer.addressTaken(onlyRequest().connectionId()));

        assertEnded(NdStatus.CONNECTION_REFUSED, connecting);
        assertThat(requests()).isEmpty();
    }

    @Test
    void aListenerHasOnePeerFromAnAddress() {
        fixture.listener(0);
        arrive(request(1));
        assertThat(rejections()).isEmpty();

        arrive(request(2));
        assertThat(rejections()).containsExactly(NdStatus.ADDRESS_ALREADY_EXISTS.value());

        arrive(peer.abandon(1));
        arrive(request(3));
        assertThat(rejections()).isEmpty();
    }

    @Test
    void aListenerLeavesItToApplicationsToBindTheSameAddress() {
        fixture.listener(0);
        elsewhere.bind(ConnectionFixture.THERE);

        arrive(request(1));
        arrive(request(2));
        arrive(peer.abandon(1));
        assertThat(rejections()).isEmpty();
    }

    private byte[] request(long id) {
        return peer.request(id, PeerMessages.side(3, NO_DATA), Route.to(ConnectionFixture.HERE, elsewhere));
    }

    private CompletableFuture<Void> connect(EngineConnector connector) {
        CompletableFuture<Void> connecting =
                connector.connect(fixture.endpoint(), ConnectionFixture.THERE, 0, 0, NO_DATA);
        fixture.loop.runTasks();
        fixture.port.dials().remove().dialled(fixture.link);
        return connecting;
    }

    private void arrive(byte[] message) {
        fixture.peer.onControl(new UnsafeBuffer(message), 0, message.length);
        fixture.loop.runTasks();
    }

    private ConnectRequestDecoder onlyRequest() {
        List<ConnectRequestDecoder> sent = requests();
        assertThat(sent).hasSize(1);
        return sent.get(0);
    }

    private List<ConnectRequestDecoder> requests() {
        MessageHeaderDecoder header = new MessageHeaderDecoder();
        return fixture.link.takeControls().stream()
                .map(UnsafeBuffer::new)
                .filter(each -> header.wrap(each, 0).templateId() == ConnectRequestDecoder.TEMPLATE_ID)
                .map(each -> new ConnectRequestDecoder().wrapAndApplyHeader(each, 0, header))
                .toList();
    }

    private List<Integer> rejections() {
        MessageHeaderDecoder header = new MessageHeaderDecoder();
        return fixture.link.takeControls().stream()
                .map(UnsafeBuffer::new)
                .filter(each -> header.wrap(each, 0).templateId() == ConnectRejectDecoder.TEMPLATE_ID)
                .map(each -> new ConnectRejectDecoder()
                        .wrapAndApplyHeader(each, 0, header)
                        .status())
                .toList();
    }
}
