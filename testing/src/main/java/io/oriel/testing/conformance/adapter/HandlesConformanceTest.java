// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.adapter;

import static io.oriel.api.NdStatus.CANCELED;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.DEVICE_BUSY;
import static io.oriel.api.NdStatus.INVALID_ADDRESS;
import static io.oriel.api.NdStatus.INVALID_BUFFER_SIZE;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_2;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_3;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Objects that are closed, and objects of others. */
public abstract class HandlesConformanceTest extends ConformanceTest {
    private static final ScatterGatherList EMPTY = ScatterGatherList.empty();

    protected HandlesConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({
        "requests.invalid-handle",
        "create-endpoint.close-twice",
        "flush.closed",
        "window-token.open-closed",
        "connect.invalid-handle",
        "close.twice"
    })
    void refuseEverythingOnAClosedEndpoint() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().newWindow();
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        Endpoint endpoint = pair.peer().endpoint();
        UnsafeBuffer descriptor = newDescriptor();

        endpoint.close();
        endpoint.close();

        assertThat(endpoint.isConnected()).isFalse();
        assertThat(endpoint.send(1, EMPTY, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.sendAndInvalidate(1, EMPTY, remote, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.receive(1, EMPTY)).isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.read(1, EMPTY, remote, 0, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.write(1, EMPTY, remote, 0, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.bind(1, pair.peer().region(), pair.peer().newWindow(), 0, 1, READ_WRITE, descriptor, 0))
                .isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.invalidate(1, pair.peer().newWindow(), OpFlags.NONE))
                .isEqualTo(INVALID_HANDLE);
        assertThat(endpoint.flush()).isEqualTo(INVALID_HANDLE);
        assertFails(INVALID_HANDLE, () -> endpoint.openWindow(descriptor, 0));
        Connector connector = fixture().peer().createConnector();
        assertThat(fixture().statusOf(connector.connect(endpoint, fixture().freshAddress())))
                .isEqualTo(INVALID_HANDLE);
    }

    @Test
    @Proves({
        "requests.invalid-handle",
        "protection-domain.same-adapter",
        "deregister.again",
        "deregister.later-requests",
        "bind.invalid-handle",
        "requests.call-failure"
    })
    void refuseRegionsThatAreNotTheAdaptersOwn() {
        ConnectedPair pair = connected();
        Side owner = pair.owner();
        MemoryRegion foreign = fixture().openOwnerAdapter().allocateMemory(64, AccessFlags.ALLOW_LOCAL_WRITE);
        MemoryRegion gone = owner.adapter().allocateMemory(64, AccessFlags.ALLOW_LOCAL_WRITE);
        gone.deregister();

        for (MemoryRegion region :
                new MemoryRegion[] {foreign, gone, pair.peer().region()}) {
            ScatterGatherList list = ScatterGatherList.of(region, 0, 1);
            assertThat(owner.endpoint().send(1, list, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
            assertThat(owner.endpoint().receive(1, list)).isEqualTo(INVALID_HANDLE);
            assertThat(owner.endpoint().bind(1, region, owner.newWindow(), 0, 1, READ_WRITE, newDescriptor(), 0))
                    .isEqualTo(INVALID_HANDLE);
        }
        assertFails(INVALID_HANDLE, gone::deregister);
        owner.assertNothingMore();
        assertThat(owner.endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves({
        "create-window.invalid-handle",
        "bind.invalid-handle",
        "invalidate.invalid-handle",
        "invalidate.other-status",
        "close.twice"
    })
    void refuseAClosedWindow() {
        ConnectedPair pair = connected();
        Side owner = pair.owner();
        MemoryWindow window = owner.newWindow();
        window.close();
        window.close();

        assertThat(owner.endpoint().bind(1, owner.region(), window, 0, 1, READ_WRITE, newDescriptor(), 0))
                .isEqualTo(INVALID_HANDLE);
        assertThat(owner.endpoint().invalidate(1, window, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(owner.endpoint().isConnected()).isTrue();
    }

    @Test
    @Proves({"deregister.device-busy", "deregister.success"})
    void keepARegionWithABoundWindow() {
        ConnectedPair pair = connected();
        Side owner = pair.owner();
        MemoryWindow one = owner.newWindow();
        MemoryWindow other = owner.newWindow();
        pair.bind(one, 0, 64, READ_WRITE);
        RemoteWindow remote = pair.grant(other, 0, 64, READ_WRITE);

        assertFails(DEVICE_BUSY, owner.region()::deregister);
        one.close();
        assertFails(DEVICE_BUSY, owner.region()::deregister);
        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, 8), remote, 0, OpFlags.NONE));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.WRITE, 1));
        other.close();

        owner.region().deregister();
        assertThat(owner.region().isRegistered()).isFalse();
    }

    @Test
    @Proves({"create-endpoint.invalid-parameter-2", "create-endpoint.invalid-parameter-3"})
    void refuseQueuesThatAreNotTheAdaptersOwn() {
        CompletionQueue own = fixture().owner().createCompletionQueue(1);
        CompletionQueue closed = fixture().owner().createCompletionQueue(1);
        closed.close();

        for (CompletionQueue bad :
                new CompletionQueue[] {closed, fixture().peer().createCompletionQueue(1)}) {
            assertFails(
                    INVALID_PARAMETER_2, () -> fixture().owner().createEndpoint(bad, own, EndpointConfig.defaults()));
            assertFails(
                    INVALID_PARAMETER_3, () -> fixture().owner().createEndpoint(own, bad, EndpointConfig.defaults()));
        }
    }

    @Test
    @Proves({"create-cq.close-first", "close.completion-queue", "get-results.closed", "await.closed"})
    void closeTheEndpointsOfAQueueFirst() {
        ConnectedPair pair = connected();
        pair.peer().receive(1);

        pair.owner().initiatorQueue().close();
        pair.owner().initiatorQueue().close();

        assertThat(pair.owner().endpoint().receive(1, EMPTY)).isEqualTo(INVALID_HANDLE);
        assertThat(pair.owner().initiatorQueue().poll(new Completion[] {new Completion()}, 1))
                .isZero();
        assertThat(pair.owner().initiatorQueue().await(NotifyType.ANY, 0)).isEqualTo(INVALID_HANDLE);
        assertThat(pair.peer().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
        pair.peer().assertDisconnected();
    }

    @Test
    @Proves({
        "close.adapter",
        "close.twice",
        "get-results.closed",
        "addresses.closed",
        "notify.canceled-closed",
        "connection-request.canceled"
    })
    void closeEverythingOfAnAdapter() {
        Adapter adapter = fixture().openOwnerAdapter();
        ConnectedPair pair =
                ConnectedPair.open(fixture(), adapter, fixture().peer()).connect();
        pair.bind(pair.owner().newWindow(), 0, 64, READ_WRITE);
        pair.peer().receive(1);
        Listener listener = pair.listen(adapter);
        CompletableFuture<Void> waiting = listener.getConnectionRequest(adapter.createConnector());
        CompletableFuture<Void> notification = pair.owner().receiveQueue().requestNotification(NotifyType.ANY);

        adapter.close();
        adapter.close();

        assertThat(fixture().statusOf(waiting)).isEqualTo(CANCELED);
        assertThat(fixture().statusOf(notification)).isEqualTo(CANCELED);
        assertThat(pair.peer().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
        pair.peer().assertDisconnected();
        assertThat(pair.owner().region().isRegistered()).isFalse();
        assertThat(pair.owner().endpoint().send(1, EMPTY, OpFlags.NONE)).isEqualTo(INVALID_HANDLE);
        assertThat(pair.owner().receiveQueue().poll(new Completion[] {new Completion()}, 1))
                .isZero();
        assertFails(INVALID_HANDLE, listener::localAddress);
        assertFails(INVALID_HANDLE, () -> pair.owner().connector().explain());
    }

    @Test
    @Proves({
        "close.closed-adapter",
        "create-cq.closed",
        "register.closed",
        "create-window.closed",
        "create-endpoint.closed",
        "create-connector.closed",
        "create-listener.closed",
        "await.closed"
    })
    void refuseEverythingOnAClosedAdapter() {
        Adapter adapter = fixture().openOwnerAdapter();
        CompletionQueue queue = adapter.createCompletionQueue(1);
        adapter.close();

        assertThat(adapter.await(0)).isEqualTo(INVALID_HANDLE);
        assertFails(INVALID_HANDLE, () -> adapter.allocateMemory(1, AccessFlags.NONE));
        assertFails(INVALID_HANDLE, () -> adapter.registerMemory(new UnsafeBuffer(new byte[1]), AccessFlags.NONE));
        assertFails(INVALID_HANDLE, () -> adapter.createMemoryWindow(0));
        assertFails(INVALID_HANDLE, () -> adapter.createCompletionQueue(1));
        assertFails(INVALID_HANDLE, () -> adapter.createEndpoint(queue, queue, EndpointConfig.defaults()));
        assertFails(INVALID_HANDLE, adapter::createConnector);
        assertFails(INVALID_HANDLE, adapter::createListener);
    }

    @Test
    @Proves({
        "connect.invalid-handle",
        "complete-connect.closed",
        "accept.invalid-handle",
        "disconnect.closed",
        "reject.closed",
        "bind-address.closed",
        "connection-data.closed",
        "addresses.closed",
        "peer.closed"
    })
    void refuseConnectorsAndEndpointsThatCannotWork() {
        ConnectedPair pair = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
        Connector connector = fixture().peer().createConnector();
        assertThat(fixture()
                        .statusOf(connector.connect(
                                pair.owner().endpoint(), fixture().freshAddress())))
                .isEqualTo(INVALID_HANDLE);

        connector.close();
        connector.close();

        assertThat(fixture()
                        .statusOf(connector.connect(
                                pair.peer().endpoint(), fixture().freshAddress())))
                .isEqualTo(INVALID_HANDLE);
        assertThat(fixture().statusOf(connector.completeConnect())).isEqualTo(INVALID_HANDLE);
        assertThat(fixture().statusOf(connector.accept(pair.peer().endpoint()))).isEqualTo(INVALID_HANDLE);
        assertThat(fixture().statusOf(connector.disconnect())).isEqualTo(INVALID_HANDLE);
        assertThat(fixture().statusOf(connector.notifyDisconnect())).isEqualTo(INVALID_HANDLE);
        assertFails(INVALID_HANDLE, () -> connector.reject(new byte[0]));
        assertFails(INVALID_HANDLE, () -> connector.bind(fixture().anyPort()));
        assertFails(INVALID_HANDLE, connector::privateData);
        assertFails(INVALID_HANDLE, connector::readLimits);
        assertFails(INVALID_HANDLE, connector::localAddress);
        assertFails(INVALID_HANDLE, connector::peerAddress);
        assertFails(INVALID_HANDLE, connector::peer);
        assertFails(INVALID_HANDLE, connector::explain);
    }

    @Test
    @Proves({
        "window-token.open-invalid-parameter",
        "window-token.open-invalid-size",
        "window-token.open-connection-invalid",
        "window-token.open-closed",
        "window-token.reuse"
    })
    void openOnlyWhatIsADescriptor() {
        ConnectedPair pair = connected();
        Endpoint endpoint = pair.peer().endpoint();
        UnsafeBuffer descriptor = pair.bind(pair.owner().newWindow(), 0, 64, READ_WRITE);
        RemoteWindow remote = endpoint.openWindow(descriptor, 0);

        assertThat(endpoint.openWindow(descriptor, 0, remote)).isSameAs(remote);
        assertFails(INVALID_PARAMETER, () -> endpoint.openWindow(newDescriptor(), 0));
        assertFails(INVALID_BUFFER_SIZE, () -> endpoint.openWindow(descriptor, 1));
        assertFails(INVALID_BUFFER_SIZE, () -> endpoint.openWindow(descriptor, -1));
        Endpoint unconnected =
                Side.open(fixture(), fixture().peer(), SideConfig.defaults()).endpoint();
        assertFails(CONNECTION_INVALID, () -> unconnected.openWindow(descriptor, 0));
        assertFails(INVALID_HANDLE, () -> connected().peer().endpoint().openWindow(descriptor, 0, remote));
    }

    @Test
    @Proves({"open-adapter.invalid-address", "open-adapter.success", "list-addresses.never-empty"})
    void openAdaptersOnlyOnTheHostsAddresses() throws UnknownHostException {
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});

        assertFails(INVALID_ADDRESS, () -> fixture().ownerProvider().openAdapter(elsewhere));
        assertThat(fixture().ownerProvider().addresses()).contains(InetAddress.getLoopbackAddress());
        Adapter another = fixture().ownerProvider().openAdapter(InetAddress.getLoopbackAddress());
        another.close();
    }
}
