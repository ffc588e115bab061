// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import static io.oriel.api.NdStatus.CONNECTION_REFUSED;
import static io.oriel.api.NdStatus.DEVICE_BUSY;
import static io.oriel.api.NdStatus.INVALID_BUFFER_SIZE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_5;
import static io.oriel.api.NdStatus.STATUS_ADDRESS_ALREADY_ASSOCIATED;
import static io.oriel.api.NdStatus.STATUS_BAD_NETWORK_NAME;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.AdapterInfo.QueueLimits;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/**
 * Microsoft's executable tests, under their names, with their statuses: A is the owner, B the peer. Sizes are the
 * medium's; sleeps, which only order two processes, are happens-before here.
 */
public abstract class MicrosoftScenariosConformanceTest extends ConformanceTest {
    private static final byte[] NO_DATA = {};

    protected MicrosoftScenariosConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Override
    protected OrielConfig config() {
        return OrielConfig.defaults()
                .withTimeouts(TimeoutConfig.defaults().withReceiverNotReady(Duration.ofMillis(500)));
    }

    @Test
    @Proves({"microsoft.s01", "accept.connection-refused"})
    void ndConnClose() {
        ConnectedPair pair = prepared();
        CompletableFuture<Void> connecting = pair.request(1, 1, NO_DATA);
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint(), 0, 0, NO_DATA);
        fixture().get(connecting);

        pair.peer().connector().close();

        assertThat(fixture().statusOf(accepting)).isEqualTo(CONNECTION_REFUSED);
    }

    @Test
    @Proves({"microsoft.s02", "accept.connection-refused"})
    void ndConnReject() {
        ConnectedPair pair = prepared();
        CompletableFuture<Void> connecting = pair.request(1, 1, NO_DATA);
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint(), 0, 0, NO_DATA);
        fixture().get(connecting);

        pair.peer().connector().reject(NO_DATA);

        assertThat(fixture().statusOf(accepting)).isEqualTo(CONNECTION_REFUSED);
    }

    @Test
    @Proves({"microsoft.s03", "connect.connection-refused"})
    void ndConnListenClosing() {
        ConnectedPair pair = prepared();
        Connector connector = pair.peer().connector();

        CompletableFuture<Void> connecting =
                connector.connect(pair.peer().endpoint(), fixture().freshAddress(), 1, 1, NO_DATA);

        assertThat(fixture().statusOf(connecting)).isEqualTo(CONNECTION_REFUSED);
    }

    @Test
    @Proves({"microsoft.s05", "create-listener.already-associated", "create-listener.listens-already"})
    void ndDualListen() {
        Listener listener = fixture().owner().createListener();
        listener.bind(fixture().anyPort());
        listener.listen(0);
        InetSocketAddress address = listener.localAddress();
        Adapter second = fixture().openOwnerAdapter();
        fixture().owner().createListener();

        assertFails(STATUS_ADDRESS_ALREADY_ASSOCIATED, () -> listener.bind(address));
        Assertions.assertThatThrownBy(() -> listener.listen(0)).isInstanceOf(NdException.class);
        second.close();
    }

    @Test
    @Proves({"microsoft.s06", "connect.bad-network-name"})
    void ndInvalidIp() {
        ConnectedPair pair = prepared();
        InetSocketAddress zero = new InetSocketAddress("0.0.0.0", 54350);

        CompletableFuture<Void> connecting =
                pair.peer().connector().connect(pair.peer().endpoint(), zero, 0, 0, NO_DATA);

        assertThat(fixture().statusOf(connecting)).isEqualTo(STATUS_BAD_NETWORK_NAME);
    }

    @Test
    @Proves({
        "microsoft.s09",
        "connection-data.exact-maximum",
        "connect.invalid-buffer-size",
        "accept.invalid-buffer-size"
    })
    void ndLargePrivateData() {
        ConnectedPair pair = prepared();
        int callerData = fixture().peer().info().connections().maxCallerData();
        int calleeData = fixture().owner().info().connections().maxCalleeData();
        Side peer = pair.peer();
        assertThat(fixture()
                        .statusOf(peer.connector()
                                .connect(peer.endpoint(), fixture().freshAddress(), 1, 1, new byte[callerData + 1])))
                .isEqualTo(INVALID_BUFFER_SIZE);
        CompletableFuture<Void> connecting = pair.request(1, 1, new byte[callerData]);
        pair.owner().receive(1);

        assertThat(fixture()
                        .statusOf(pair.owner()
                                .connector()
                                .accept(pair.owner().endpoint(), 1, 1, new byte[calleeData + 1])))
                .isEqualTo(INVALID_BUFFER_SIZE);
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint(), 1, 1, new byte[calleeData]);
        fixture().get(connecting);
        fixture().get(peer.connector().completeConnect());
        fixture().get(accepting);
        peer.send(2);

        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves({"microsoft.s10", "create-endpoint.invalid-parameter-5"})
    void ndLargeQpDepth() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(2);
        int tooDeep = fixture().owner().info().queues().maxReceiveQueueDepth() + 1;

        assertFails(
                INVALID_PARAMETER_5,
                () -> fixture().owner().createEndpoint(queue, queue, new EndpointConfig(tooDeep, 1, 2, 2, 0, 0)));
    }

    @Test
    @Proves({"microsoft.s11", "deregister.device-busy", "bind.no-rights"})
    void ndMrDeregister() {
        ConnectedPair pair = prepared().connect(1, 1);
        MemoryWindow window = pair.owner().newWindow();
        pair.bind(window, 0, fixture().bulkLength(), OpFlags.NONE);

        assertFails(DEVICE_BUSY, () -> pair.owner().region().deregister());

        assertThat(pair.owner().region().isRegistered()).isTrue();
    }

    // Microsoft's server registers a null pointer, which this API cannot express; an expandable buffer, whose memory is
    // not fixed, comes nearest.
    @Test
    @Proves({"microsoft.s12", "register.null", "register.empty"})
    void ndMrInvalidBuffer() {
        UnsafeBuffer empty = new UnsafeBuffer(new byte[10], 0, 0);

        assertFails(
                INVALID_PARAMETER,
                () -> fixture().owner().registerMemory(new ExpandableArrayBuffer(), AccessFlags.ALLOW_LOCAL_WRITE));
        assertFails(INVALID_BUFFER_SIZE, () -> fixture().peer().registerMemory(empty, AccessFlags.ALLOW_LOCAL_WRITE));
    }

    @Test
    @Proves({"microsoft.s16", "notify.flushed", "flush.unconnected"})
    void ndReceiveFlushQp() {
        Side side = prepared().owner();
        side.receive(1);
        side.receive(2);

        assertPosted(side.endpoint().flush());
        fixture().get(side.receiveQueue().requestNotification(NotifyType.ANY));

        assertThat(side.outcomesNow())
                .containsExactly(Outcome.canceled(RequestType.RECEIVE, 1), Outcome.canceled(RequestType.RECEIVE, 2));
    }

    @Test
    @Proves({"microsoft.s17", "create-endpoint.success"})
    void ndQpMax() {
        QueueLimits queues = fixture().owner().info().queues();
        CompletionQueue queue = fixture().owner().createCompletionQueue(2);

        Endpoint endpoint = fixture()
                .owner()
                .createEndpoint(
                        queue,
                        queue,
                        new EndpointConfig(
                                queues.maxReceiveQueueDepth(),
                                queues.maxInitiatorQueueDepth(),
                                fixture().owner().info().requests().maxReceiveSge(),
                                fixture().owner().info().requests().maxInitiatorSge(),
                                0,
                                0));

        assertThat(endpoint.isConnected()).isFalse();
    }

    @Test
    @Proves({"microsoft.s20", "notify.canceled", "async-result.no-residue", "async-result.canceled"})
    void ndCqInorderNotifyCancel() {
        int depth = fixture().owner().info().queues().maxCompletionQueueDepth();
        CompletionQueue one = fixture().owner().createCompletionQueue(depth);
        CompletionQueue other = fixture().owner().createCompletionQueue(depth);
        StringBuilder order = new StringBuilder();

        for (int i = 0; i < 1000; i++) {
            CompletableFuture<Void> first = one.requestNotification(NotifyType.ANY);
            CompletableFuture<Void> second = other.requestNotification(NotifyType.ANY);
            CompletableFuture<Void> firstEnd = first.whenComplete((nothing, failure) -> order.append('1'));
            CompletableFuture<Void> secondEnd = second.whenComplete((nothing, failure) -> order.append('2'));
            assertThat(first.cancel(false)).isTrue();
            assertThat(second.cancel(false)).isTrue();
            assertThat(firstEnd).isCompletedExceptionally();
            assertThat(secondEnd).isCompletedExceptionally();
        }

        assertThat(order).hasToString("12".repeat(1000));
    }

    @Test
    @Proves({"microsoft.s24", "connection-data.private-data"})
    void ndMwPrivateData() {
        ConnectedPair pair = prepared();
        byte[] data = new byte[36];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) i;
        }

        CompletableFuture<Void> connecting = pair.request(1, 1, data);
        assertThat(pair.owner().connector().privateData()).startsWith(data);
        CompletableFuture<Void> accepting =
                pair.owner().connector().accept(pair.owner().endpoint(), 1, 1, data);
        fixture().get(connecting);
        assertThat(pair.peer().connector().privateData()).startsWith(data);
        fixture().get(pair.peer().connector().completeConnect());
        fixture().get(accepting);
    }

    /** Both sides with memory for bulk transfers, and one queue each for everything. */
    private ConnectedPair prepared() {
        SideConfig side =
                SideConfig.defaults().withRegionLength(fixture().bulkLength()).withOneQueue();
        return ConnectedPair.open(fixture(), side, side);
    }
}
