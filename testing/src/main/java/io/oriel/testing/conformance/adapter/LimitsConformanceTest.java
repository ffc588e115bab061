// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.adapter;

import static io.oriel.api.NdStatus.INVALID_BUFFER_SIZE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_3;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_5;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_6;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_7;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_8;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_9;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.AdapterInfo;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
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
import org.agrona.ExpandableDirectByteBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** INDAdapter::Query: what is advertised works, and one more does not. */
public abstract class LimitsConformanceTest extends ConformanceTest {
    protected LimitsConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"query.success", "query.relations", "query.in-order-dma", "query.loopback"})
    void areLargeEnoughForMicrosoftsPrograms() {
        AdapterInfo info = fixture().owner().info();

        assertThat(info.queues().maxInitiatorQueueDepth())
                .isGreaterThanOrEqualTo(info.queues().maxReceiveQueueDepth());
        assertThat(info.queues().maxReceiveQueueDepth())
                .isGreaterThanOrEqualTo(Math.min(
                        info.queues().maxCompletionQueueDepth(), info.queues().maxInitiatorQueueDepth()));
        assertThat(info.requests().maxReceiveSge()).isGreaterThanOrEqualTo(2);
        assertThat(info.requests().maxInitiatorSge()).isGreaterThanOrEqualTo(2);
        assertThat(info.requests().maxReadSge()).isBetween(1, info.requests().maxInitiatorSge());
        assertThat(info.requests().maxTransferLength()).isGreaterThanOrEqualTo(64 << 20);
        assertThat(info.requests().inlineRequestThreshold())
                .isLessThanOrEqualTo(info.requests().maxInlineDataSize());
        assertThat(info.memory().maxRegistrationSize()).isGreaterThanOrEqualTo(64 << 20);
        assertThat(info.memory().maxWindowSize()).isGreaterThanOrEqualTo(64 << 20);
        assertThat(info.connections().maxInboundReadLimit()).isPositive();
        assertThat(info.connections().maxOutboundReadLimit()).isPositive();
        assertThat(info.connections().maxCallerData()).isGreaterThanOrEqualTo(40);
        assertThat(info.connections().maxCalleeData()).isGreaterThanOrEqualTo(36);
        assertThat(info.flags() & AdapterInfo.FLAG_IN_ORDER_DMA_SUPPORTED).isNotZero();
        assertThat(info.flags() & AdapterInfo.FLAG_LOOPBACK_CONNECTIONS_SUPPORTED)
                .isNotZero();
        assertThat(fixture().owner().info()).isEqualTo(info);
    }

    @Test
    @Proves({"create-cq.success", "create-cq.invalid-parameter"})
    void holdForCompletionQueues() {
        int max = fixture().owner().info().queues().maxCompletionQueueDepth();

        assertThat(fixture().owner().createCompletionQueue(1).depth()).isEqualTo(1);
        assertThat(fixture().owner().createCompletionQueue(max).depth()).isEqualTo(max);
        for (int depth : new int[] {0, -1, max + 1, Integer.MAX_VALUE}) {
            assertFails(INVALID_PARAMETER_3, () -> fixture().owner().createCompletionQueue(depth));
        }
    }

    @Test
    @Proves({
        "create-endpoint.success",
        "create-endpoint.invalid-parameter-5",
        "create-endpoint.invalid-parameter-6",
        "create-endpoint.invalid-parameter-7",
        "create-endpoint.invalid-parameter-8",
        "create-endpoint.invalid-parameter-9"
    })
    void holdForEndpoints() {
        AdapterInfo info = fixture().owner().info();
        EndpointConfig max = new EndpointConfig(
                info.queues().maxReceiveQueueDepth(),
                info.queues().maxInitiatorQueueDepth(),
                info.requests().maxReceiveSge(),
                info.requests().maxInitiatorSge(),
                info.requests().maxInlineDataSize(),
                0);
        EndpointConfig one = new EndpointConfig(1, 1, 0, 0, 0, 0);

        create(max);
        create(one);
        assertFails(INVALID_PARAMETER_5, () -> create(one.withReceiveQueueDepth(max.receiveQueueDepth() + 1)));
        assertFails(INVALID_PARAMETER_6, () -> create(one.withInitiatorQueueDepth(max.initiatorQueueDepth() + 1)));
        assertFails(INVALID_PARAMETER_7, () -> create(new EndpointConfig(1, 1, max.maxReceiveSge() + 1, 0, 0, 0)));
        assertFails(INVALID_PARAMETER_8, () -> create(new EndpointConfig(1, 1, 0, max.maxInitiatorSge() + 1, 0, 0)));
        assertFails(INVALID_PARAMETER_9, () -> create(one.withInlineDataSize(max.inlineDataSize() + 1)));
    }

    @Test
    @Proves({
        "register.empty",
        "register.too-large",
        "register.flags",
        "register.expandable",
        "register.read-sink-tolerated"
    })
    void holdForRegions() {
        long max = fixture().owner().info().memory().maxRegistrationSize();
        UnsafeBuffer memory = new UnsafeBuffer(new byte[1]);

        MemoryRegion smallest = fixture().owner().allocateMemory(1, AccessFlags.NONE);
        assertThat(smallest.length()).isEqualTo(1);
        assertThat(smallest.access()).isZero();
        assertThat(fixture().owner().registerMemory(memory, 0xF).access()).isEqualTo(0xF);
        assertFails(INVALID_BUFFER_SIZE, () -> fixture().owner().allocateMemory(0, AccessFlags.NONE));
        assertFails(INVALID_PARAMETER, () -> fixture().owner().allocateMemory(-1, AccessFlags.NONE));
        assertFails(INVALID_PARAMETER, () -> fixture().owner().allocateMemory(max + 1, AccessFlags.NONE));
        assertFails(INVALID_PARAMETER, () -> fixture().owner().allocateMemory(1, 0x10));
        assertFails(INVALID_PARAMETER, () -> fixture().owner().registerMemory(memory, 0x8000_0000));
        assertFails(
                INVALID_BUFFER_SIZE,
                () -> fixture().owner().registerMemory(new UnsafeBuffer(new byte[0]), AccessFlags.NONE));
        assertFails(
                INVALID_PARAMETER,
                () -> fixture().owner().registerMemory(new ExpandableDirectByteBuffer(64), AccessFlags.NONE));
    }

    @Test
    @Proves("register.zeros")
    void giveMemoryFullOfZeros() {
        MemoryRegion region = fixture().owner().allocateMemory(100_001, AccessFlags.ALLOW_LOCAL_WRITE);

        assertThat(region.buffer().capacity()).isEqualTo(100_001);
        for (int i = 0; i < 100_001; i++) {
            if (region.buffer().getByte(i) != 0) {
                throw new AssertionError("byte " + i + " is not 0");
            }
        }
    }

    @Test
    @Proves("register.overlapping")
    void doNotForbidOverlappingRegions() {
        UnsafeBuffer memory = new UnsafeBuffer(new byte[4096]);

        MemoryRegion one = fixture().owner().registerMemory(memory, AccessFlags.NONE);
        MemoryRegion other = fixture().owner().registerMemory(memory, AccessFlags.ALLOW_LOCAL_WRITE);
        one.deregister();

        assertThat(one.isRegistered()).isFalse();
        assertThat(other.isRegistered()).isTrue();
        MemoryRegion again = fixture().owner().registerMemory(memory, AccessFlags.ALLOW_REMOTE_WRITE);
        assertThat(again.isRegistered()).isTrue();
    }

    @Test
    @Proves("query.usable")
    void canBeUsedToTheLast() {
        AdapterInfo info = fixture().owner().info();
        int entries =
                Math.min(info.requests().maxInitiatorSge(), info.requests().maxReceiveSge());
        ConnectedPair pair = connected(EndpointConfig.defaults().withMaxSge(entries));
        Side peer = pair.peer();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, 4096, READ_WRITE);
        ScatterGatherList to = new ScatterGatherList(entries);
        ScatterGatherList from = new ScatterGatherList(entries);
        ScatterGatherList sink = new ScatterGatherList(info.requests().maxReadSge());
        for (int i = 0; i < entries; i++) {
            to.add(pair.owner().region(), 2L * i, 1);
            from.add(peer.region(), 3L * i, 1);
        }
        for (int i = 0; i < info.requests().maxReadSge(); i++) {
            sink.add(peer.region(), i, 1);
        }
        assertPosted(pair.owner().endpoint().receive(1, to));

        assertPosted(peer.endpoint().send(2, from, OpFlags.NONE));
        assertPosted(peer.endpoint().write(3, from, remote, 0, OpFlags.NONE));
        assertPosted(peer.endpoint().read(4, sink, remote, 0, OpFlags.NONE));

        assertThat(peer.initiated(3))
                .containsExactly(
                        Outcome.success(RequestType.SEND, 2),
                        Outcome.success(RequestType.WRITE, 3),
                        Outcome.success(RequestType.READ, 4));
    }

    @Test
    @Proves({"query.usable", "receive.no-more-entries"})
    void holdForTheDeepestReceiveQueue() {
        int depth = fixture().owner().info().queues().maxReceiveQueueDepth();
        CompletionQueue queue = fixture().owner().createCompletionQueue(1);
        EndpointConfig config = new EndpointConfig(depth, 1, 0, 0, 0, 0);
        Endpoint endpoint = fixture().owner().createEndpoint(queue, queue, config);

        for (int i = 0; i < depth; i++) {
            if (endpoint.receive(i, ScatterGatherList.empty()) != NdStatus.SUCCESS) {
                throw new AssertionError("Receive " + i + " was refused");
            }
        }

        assertThat(endpoint.receive(depth, ScatterGatherList.empty())).isEqualTo(NO_MORE_ENTRIES);
    }

    @Test
    @Proves({"create-endpoint.inline-size", "send.buffer-overflow"})
    void holdForInlineData() {
        int max = fixture().owner().info().requests().maxInlineDataSize();
        ConnectedPair pair = connected(EndpointConfig.defaults().withInlineDataSize(max));
        pair.peer().fill(0, max & ~7, 5);
        pair.owner().receive(1, 0, max);

        assertPosted(pair.peer().endpoint().send(2, pair.peer().range(0, max), OpFlags.INLINE));
        assertThat(pair.peer().endpoint().send(3, pair.peer().range(0, max + 1), OpFlags.INLINE))
                .isEqualTo(NdStatus.BUFFER_OVERFLOW);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        pair.owner().assertFilled(0, max & ~7, 5);
    }

    private void create(EndpointConfig config) {
        CompletionQueue queue = fixture().owner().createCompletionQueue(1);
        assertThat(fixture().owner().createEndpoint(queue, queue, config).isConnected())
                .isFalse();
    }
}
