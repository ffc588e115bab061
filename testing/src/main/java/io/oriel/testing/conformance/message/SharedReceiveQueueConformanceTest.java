// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.message;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.BUFFER_OVERFLOW;
import static io.oriel.api.NdStatus.CANCELED;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.DEVICE_REMOVED;
import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_2;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_3;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_4;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_5;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_6;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_8;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_9;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.AdapterInfo;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.SharedReceiveQueue;
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
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** IND2SharedReceiveQueue, NDK_SRQ. */
public abstract class SharedReceiveQueueConformanceTest extends ConformanceTest {
    /** After which a Send to an endpoint with Receives of its own would have failed. */
    private static final Duration RECEIVER_NOT_READY = Duration.ofMillis(500);

    private static final int DEPTH = 8;
    private static final int LENGTH = 1024;

    private Adapter owner;
    private SharedReceiveQueue shared;
    private MemoryRegion region;

    protected SharedReceiveQueueConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Override
    protected OrielConfig config() {
        return OrielConfig.defaults().withTimeouts(TimeoutConfig.defaults().withReceiverNotReady(RECEIVER_NOT_READY));
    }

    @BeforeEach
    void createTheQueue() {
        owner = fixture().owner();
        shared = owner.createSharedReceiveQueue(DEPTH, 2, 0);
        region = owner.allocateMemory(DEPTH * LENGTH, AccessFlags.ALLOW_LOCAL_WRITE);
    }

    @Test
    @Proves({
        "create-srq.success",
        "create-endpoint-srq.success",
        "srq-receive.success",
        "srq-receive.completes-success",
        "srq-receive.arrival-order",
        "srq-receive.any-time"
    })
    void givesItsReceivesToTheMessagesOfAllEndpointsInTheirOrder() {
        ConnectedPair first = pair(EndpointConfig.defaults().withContext(11));
        ConnectedPair second = pair(EndpointConfig.defaults().withContext(22));
        post(1);
        post(2);
        post(3);

        second.peer().put(0, "two");
        second.peer().send(5, 0, 3);
        Completion atSecond = second.owner().next(second.owner().receiveQueue());
        first.peer().put(0, "one");
        first.peer().send(6, 0, 3);
        Completion atFirst = first.owner().next(first.owner().receiveQueue());

        assertThat(Outcome.of(atSecond)).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(atSecond.endpointContext()).isEqualTo(22);
        assertThat(atSecond.bytesTransferred()).isEqualTo(3);
        assertThat(text(1, 3)).isEqualTo("two");
        assertThat(Outcome.of(atFirst)).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
        assertThat(atFirst.endpointContext()).isEqualTo(11);
        assertThat(text(2, 3)).isEqualTo("one");
        assertThat(first.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 6));
        assertThat(second.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 5));
    }

    @Test
    @Proves("srq-receive.empty-waits")
    void letsSendsWaitWithoutLimit() {
        ConnectedPair pair = pair(EndpointConfig.defaults());
        pair.peer().put(0, "late");
        pair.peer().send(5, 0, 4);
        long endNs = System.nanoTime() + RECEIVER_NOT_READY.toNanos() * 11 / 10;
        while (System.nanoTime() - endNs < 0) {
            fixture().idle();
        }
        fixture().settle();
        pair.peer().assertNothingMore();
        assertThat(pair.peer().endpoint().isConnected()).isTrue();

        post(1);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 5));
        assertThat(text(1, 4)).isEqualTo("late");
    }

    @Test
    @Proves("srq-receive.granted-in-order")
    void servesThePeerThatAskedFirst() {
        ConnectedPair first = pair(EndpointConfig.defaults());
        ConnectedPair second = pair(EndpointConfig.defaults());
        first.peer().send(5);
        fixture().settle();
        second.peer().send(6);
        fixture().settle();

        post(1);

        assertThat(first.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(first.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 5));
        second.owner().assertNothingMore();
        post(2);
        assertThat(second.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
    }

    @Test
    @Proves({"srq-receive.completes-success", "srq-receive.empty-waits"})
    void carriesManyMessagesOfSeveralEndpoints() {
        ConnectedPair first = pair(EndpointConfig.defaults());
        ConnectedPair second = pair(EndpointConfig.defaults());
        for (int round = 0; round < 50; round++) {
            for (int i = 0; i < DEPTH / 2; i++) {
                first.peer().send(2L * i);
                second.peer().send(2L * i + 1);
            }
            for (int i = 0; i < DEPTH; i++) {
                post(i);
            }
            for (int i = 0; i < DEPTH / 2; i++) {
                assertThat(first.owner().received().status()).isEqualTo(NdStatus.SUCCESS);
                assertThat(second.owner().received().status()).isEqualTo(NdStatus.SUCCESS);
            }
            for (int i = 0; i < DEPTH / 2; i++) {
                assertThat(first.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2L * i));
                assertThat(second.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2L * i + 1));
            }
        }
    }

    @Test
    @Proves("srq-receive.long-messages")
    void takesMessagesLongerThanAFrame() {
        SharedReceiveQueue large = owner.createSharedReceiveQueue(1, 1, 0);
        MemoryRegion bulk = owner.allocateMemory(fixture().bulkLength(), AccessFlags.ALLOW_LOCAL_WRITE);
        SideConfig side = SideConfig.defaults().withRegionLength(fixture().bulkLength());
        ConnectedPair pair = ConnectedPair.of(
                        fixture(),
                        Side.open(fixture(), owner, SideConfig.defaults(), large),
                        Side.open(fixture(), fixture().peer(), side))
                .connect();
        pair.peer().fill(0, fixture().bulkLength(), 7);
        assertPosted(large.receive(1, ScatterGatherList.of(bulk, 0, fixture().bulkLength())));

        pair.peer().send(5, 0, fixture().bulkLength());

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(bulk.buffer().getLong(fixture().bulkLength() - 8))
                .isEqualTo(pair.peer().memory().getLong(fixture().bulkLength() - 8));
    }

    @Test
    @Proves("srq-receive.end-keeps")
    void takesBackWhatAnEndedConnectionHasNotUsed() {
        ConnectedPair first = pair(EndpointConfig.defaults());
        ConnectedPair second = pair(EndpointConfig.defaults());
        post(1);
        post(2);
        first.peer().send(5);
        assertThat(first.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        fixture().get(first.peer().connector().disconnect());
        first.assertDisconnected();
        first.owner().assertNothingMore();

        second.peer().send(6);

        assertThat(second.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
        assertThat(second.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 6));
    }

    @Test
    @Proves("srq-receive.flush-keeps")
    void keepsItsReceivesWhenAnEndpointIsFlushed() {
        ConnectedPair first = pair(EndpointConfig.defaults());
        post(1);

        assertPosted(first.owner().endpoint().flush());

        first.owner().assertNothingMore();
        ConnectedPair second = pair(EndpointConfig.defaults());
        second.peer().send(6);
        assertThat(second.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves("srq-receive.too-short")
    void losesTheReceiveThatIsTooShort() {
        ConnectedPair first = pair(EndpointConfig.defaults());
        assertPosted(shared.receive(1, ScatterGatherList.of(region, 0, 4)));

        first.peer().send(5, 0, 8);

        assertThat(first.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, DATA_OVERRUN, 1));
        assertThat(first.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 5));
        first.assertDisconnected();
    }

    @Test
    @Proves("srq-receive.remote-invalidation")
    void takesMessagesThatInvalidate() {
        ConnectedPair pair = pair(EndpointConfig.defaults());
        MemoryWindow window = owner.createMemoryWindow(33);
        RemoteWindow remote = pair.grant(window, 0, 8, READ_WRITE);
        post(1);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(5, ScatterGatherList.empty(), remote, OpFlags.NONE));

        assertThat(pair.owner().received(2))
                .containsExactly(Outcome.success(RequestType.INVALIDATE, 33), Outcome.success(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves("srq-receive.no-more-entries")
    void isFullUntilCompletionsAreTaken() {
        ConnectedPair pair = pair(EndpointConfig.defaults());
        for (int i = 0; i < DEPTH; i++) {
            post(i);
        }
        assertThat(shared.receive(99, ScatterGatherList.empty())).isEqualTo(NO_MORE_ENTRIES);

        pair.peer().send(5);
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 0));

        post(0);
        assertThat(shared.receive(99, ScatterGatherList.empty())).isEqualTo(NO_MORE_ENTRIES);
    }

    @Test
    @Proves({"srq-receive.data-overrun", "srq-receive.buffer-overflow", "srq-receive.lists"})
    void refusesListsThatItCannotTake() {
        ScatterGatherList three = new ScatterGatherList(3);
        ScatterGatherList inline = new ScatterGatherList(1);
        inline.add(new UnsafeBuffer(new byte[4]), 0, 4);
        for (int i = 0; i < 3; i++) {
            three.add(region, 0, 4);
        }
        long tooLong = owner.info().requests().maxTransferLength() + 1;

        assertThat(shared.receive(1, three)).isEqualTo(DATA_OVERRUN);
        assertThat(shared.receive(1, inline)).isEqualTo(ACCESS_VIOLATION);
        assertThat(shared.receive(1, ScatterGatherList.of(region, 0, tooLong))).isEqualTo(BUFFER_OVERFLOW);
        MemoryRegion foreign = fixture().peer().allocateMemory(8, 0);
        assertThat(shared.receive(1, ScatterGatherList.of(foreign, 0, 8))).isEqualTo(INVALID_HANDLE);
    }

    @Test
    @Proves("create-endpoint-srq.no-own-receives")
    void keepsItsEndpointsFromPostingReceives() {
        ConnectedPair pair = pair(EndpointConfig.defaults());

        assertThat(pair.owner().endpoint().receive(1, ScatterGatherList.empty()))
                .isEqualTo(INVALID_DEVICE_REQUEST);
    }

    @Test
    @Proves({"srq-notify.success", "srq-notify.several"})
    void tellsWhenItRunsLow() {
        ConnectedPair pair = pair(EndpointConfig.defaults());
        SharedReceiveQueue low = shared;
        low.modify(0, 2);
        post(1);
        post(2);
        CompletableFuture<Void> one = low.requestNotification();
        CompletableFuture<Void> two = low.requestNotification();
        fixture().settle();
        assertThat(one).isNotDone();

        pair.peer().send(5);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        fixture().get(one);
        fixture().get(two);
    }

    @Test
    @Proves({"srq-notify.at-once", "srq-modify.success"})
    void tellsAtOnceWhenItIsLowAlready() {
        shared.modify(0, 1);

        fixture().get(shared.requestNotification());
    }

    @Test
    @Proves({
        "srq-notify.threshold-zero",
        "srq-notify.canceled",
        "srq-notify.closed",
        "srq-receive.closed",
        "srq-modify.closed"
    })
    void tellsNothingWithoutAThreshold() {
        CompletableFuture<Void> notified = shared.requestNotification();
        fixture().settle();
        assertThat(notified).isNotDone();

        shared.close();

        assertThat(fixture().statusOf(notified)).isEqualTo(CANCELED);
        assertThat(fixture().statusOf(shared.requestNotification())).isEqualTo(INVALID_HANDLE);
        assertThat(shared.receive(1, ScatterGatherList.empty())).isEqualTo(INVALID_HANDLE);
        assertFails(INVALID_HANDLE, () -> shared.modify(1, 0));
    }

    @Test
    @Proves({"srq-modify.success", "srq-modify.zero-keeps", "srq-modify.buffer-overflow"})
    void changesItsDepth() {
        post(1);
        post(2);

        assertFails(BUFFER_OVERFLOW, () -> shared.modify(1, 0));
        assertThat(shared.depth()).isEqualTo(DEPTH);
        shared.modify(2, 0);
        assertThat(shared.depth()).isEqualTo(2);
        assertThat(shared.receive(3, ScatterGatherList.empty())).isEqualTo(NO_MORE_ENTRIES);
        shared.modify(0, 1);
        assertThat(shared.depth()).isEqualTo(2);
        shared.modify(100, 0);
        for (int i = 3; i <= 100; i++) {
            assertPosted(shared.receive(i, ScatterGatherList.empty()));
        }

        ConnectedPair pair = pair(EndpointConfig.defaults());
        for (int i = 1; i <= 100; i++) {
            pair.peer().send(i);
            assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, i));
            assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, i));
        }
    }

    @Test
    @Proves({
        "create-srq.success",
        "create-srq.invalid-parameter-3",
        "create-srq.invalid-parameter-4",
        "create-srq.invalid-parameter-5",
        "create-srq.advertised",
        "srq-modify.invalid-parameter"
    })
    void hasTheLimitsThatTheAdapterTells() {
        AdapterInfo info = owner.info();
        int max = info.queues().maxSharedReceiveQueueDepth();
        int sge = info.requests().maxReceiveSge();

        assertFails(INVALID_PARAMETER_3, () -> owner.createSharedReceiveQueue(0, 1, 0));
        assertFails(INVALID_PARAMETER_3, () -> owner.createSharedReceiveQueue(max + 1, 1, 0));
        assertFails(INVALID_PARAMETER_4, () -> owner.createSharedReceiveQueue(1, sge + 1, 0));
        assertFails(INVALID_PARAMETER_4, () -> owner.createSharedReceiveQueue(1, -1, 0));
        assertFails(INVALID_PARAMETER_5, () -> owner.createSharedReceiveQueue(1, 1, 2));
        assertFails(INVALID_PARAMETER, () -> shared.modify(max + 1, 0));
        assertFails(INVALID_PARAMETER, () -> shared.modify(-1, 0));
        assertFails(INVALID_PARAMETER, () -> shared.modify(0, DEPTH + 1));
        assertThat(owner.createSharedReceiveQueue(max, sge, 0).depth()).isEqualTo(max);
    }

    @Test
    @Proves("create-endpoint-srq.invalid-parameter-4")
    void mustBeOpenAndOfTheSameAdapter() {
        Side side = Side.open(fixture(), fixture().peer(), SideConfig.defaults());

        assertFails(
                INVALID_PARAMETER_4,
                () -> side.adapter()
                        .createEndpoint(side.receiveQueue(), side.initiatorQueue(), shared, EndpointConfig.defaults()));
        shared.close();
        assertFails(INVALID_PARAMETER_4, () -> Side.open(fixture(), owner, SideConfig.defaults(), shared));
    }

    @Test
    @Proves("create-endpoint-srq.closed-with-queue")
    void closesItsEndpoints() {
        ConnectedPair pair = pair(EndpointConfig.defaults());
        post(1);

        shared.close();
        shared.close();

        pair.peer().assertDisconnected();
        assertThat(pair.owner().endpoint().send(1, ScatterGatherList.empty(), OpFlags.NONE))
                .isEqualTo(INVALID_HANDLE);
    }

    @Test
    @Proves("create-endpoint-srq.holds-as-many")
    void givesNoEndpointMoreThanItCanHold() {
        ConnectedPair small = pair(EndpointConfig.defaults().withReceiveQueueDepth(2));
        ConnectedPair other = pair(EndpointConfig.defaults());
        for (int i = 0; i < DEPTH; i++) {
            small.peer().send(i);
            post(i);
        }
        fixture().settle();
        other.peer().send(77);

        assertThat(other.owner().received().status()).isEqualTo(NdStatus.SUCCESS);
        for (int i = 0; i < DEPTH - 1; i++) {
            assertThat(small.owner().received().status()).isEqualTo(NdStatus.SUCCESS);
        }
        post(100);
        assertThat(small.owner().received().status()).isEqualTo(NdStatus.SUCCESS);
        for (int i = 0; i < DEPTH; i++) {
            assertThat(small.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, i));
        }
    }

    @Test
    @Proves("srq-notify.once")
    void tellsOnceForEachRequest() {
        shared.modify(0, 1);
        fixture().get(shared.requestNotification());
        post(1);
        CompletableFuture<Void> again = shared.requestNotification();
        fixture().settle();

        assertThat(again).isNotDone();
    }

    @Test
    @Proves("srq-receive.access-violation")
    void failsIntoMemoryThatMayNotBeWritten() {
        ConnectedPair pair = pair(EndpointConfig.defaults());
        MemoryRegion readable = owner.allocateMemory(LENGTH, AccessFlags.NONE);
        assertPosted(shared.receive(1, ScatterGatherList.of(readable)));

        pair.peer().send(5, 0, 8);

        assertThat(pair.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, ACCESS_VIOLATION, 1));
        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 5));
    }

    @Test
    @Proves({
        "create-endpoint-srq.invalid-parameter-2",
        "create-endpoint-srq.invalid-parameter-3",
        "create-endpoint-srq.invalid-parameter-6",
        "create-endpoint-srq.invalid-parameter-7",
        "create-endpoint-srq.invalid-parameter-8"
    })
    void hasEndpointsWithTheLimitsOfOthers() {
        CompletionQueue queue = owner.createCompletionQueue(8);
        CompletionQueue closed = owner.createCompletionQueue(8);
        closed.close();
        EndpointConfig config = EndpointConfig.defaults();
        int depth = owner.info().queues().maxInitiatorQueueDepth() + 1;
        int inline = owner.info().requests().maxInlineDataSize() + 1;

        assertFails(INVALID_PARAMETER_2, () -> owner.createEndpoint(closed, queue, shared, config));
        assertFails(INVALID_PARAMETER_3, () -> owner.createEndpoint(queue, closed, shared, config));
        assertFails(
                INVALID_PARAMETER_6,
                () -> owner.createEndpoint(queue, queue, shared, config.withInitiatorQueueDepth(depth)));
        assertFails(
                INVALID_PARAMETER_8,
                () -> owner.createEndpoint(queue, queue, shared, new EndpointConfig(1, 1, 1, 100, 0, 0)));
        assertFails(
                INVALID_PARAMETER_9,
                () -> owner.createEndpoint(queue, queue, shared, config.withInlineDataSize(inline)));
    }

    @Test
    @Proves({"create-srq.device-removed", "create-endpoint-srq.device-removed", "srq-notify.device-removed"})
    void endsWithTheMedium() {
        assumeTrue(fixture().canRemoveMedium(), "the medium cannot be removed");
        CompletableFuture<Void> notified = shared.requestNotification();
        CompletionQueue queue = owner.createCompletionQueue(8);

        fixture().removeOwnerMedium();

        assertThat(fixture().statusOf(notified)).isEqualTo(DEVICE_REMOVED);
        assertFails(DEVICE_REMOVED, () -> owner.createSharedReceiveQueue(1, 1, 0));
        assertFails(DEVICE_REMOVED, () -> owner.createEndpoint(queue, queue, shared, EndpointConfig.defaults()));
    }

    @Test
    @Proves("create-srq.closed")
    void isNotMadeByAClosedAdapter() {
        owner.close();

        assertFails(INVALID_HANDLE, () -> owner.createSharedReceiveQueue(1, 1, 0));
    }

    private ConnectedPair pair(EndpointConfig config) {
        SideConfig side = SideConfig.defaults().withEndpoint(config);
        return ConnectedPair.of(
                        fixture(),
                        Side.open(fixture(), owner, side, shared),
                        Side.open(fixture(), fixture().peer(), SideConfig.defaults()))
                .connect();
    }

    /** Posts a Receive of a place of its own. */
    private void post(long context) {
        assertPosted(shared.receive(context, ScatterGatherList.of(region, context % DEPTH * LENGTH, LENGTH)));
    }

    private String text(int context, int length) {
        return region.buffer().getStringWithoutLengthAscii(context % DEPTH * LENGTH, length);
    }
}
