// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.completion;

import static io.oriel.api.NdStatus.BUFFER_OVERFLOW;
import static io.oriel.api.NdStatus.DEVICE_REMOVED;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.AdapterInfo;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.NotifyType;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** INDCompletionQueue::Resize. */
public abstract class ResizeConformanceTest extends ConformanceTest {
    private static final int DEPTH = 32;

    protected ResizeConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"resize-cq.success", "resize-cq.flag"})
    void changesTheDepth() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(7);
        int max = fixture().owner().info().queues().maxCompletionQueueDepth();

        assertThat(fixture().owner().info().flags() & AdapterInfo.FLAG_CQ_RESIZE_SUPPORTED)
                .isNotZero();
        for (int depth : new int[] {8, 1000, 1, max, 7, 7}) {
            queue.resize(depth);
            assertThat(queue.depth()).isEqualTo(depth);
        }
    }

    @Test
    @Proves("resize-cq.invalid-parameter")
    void refusesADepthThatNoQueueCanHave() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(7);
        int max = fixture().owner().info().queues().maxCompletionQueueDepth();

        for (int depth : new int[] {0, -1, Integer.MIN_VALUE, max + 1, Integer.MAX_VALUE}) {
            assertFails(INVALID_PARAMETER, () -> queue.resize(depth));
            assertThat(queue.depth()).isEqualTo(7);
        }
    }

    @Test
    @Proves("resize-cq.buffer-overflow")
    void refusesToHoldLessThanIsQueued() {
        ConnectedPair pair = connected();
        CompletionQueue queue = pair.owner().receiveQueue();
        int before = queue.depth();
        flushReceives(pair.owner(), 10);

        assertFails(BUFFER_OVERFLOW, () -> queue.resize(9));
        assertThat(queue.depth()).isEqualTo(before);
        queue.resize(10);
        assertThat(pair.owner().received(1)).containsExactly(Outcome.canceled(RequestType.RECEIVE, 0));
        assertFails(BUFFER_OVERFLOW, () -> queue.resize(8));
        queue.resize(9);

        assertThat(queue.depth()).isEqualTo(9);
        assertThat(pair.owner().outcomesNow()).isEqualTo(canceled(1, 10));
        queue.resize(1);
    }

    @Test
    @Proves("resize-cq.nothing-lost")
    void losesNothingInTheMidstOfTraffic() {
        ConnectedPair pair = ConnectedPair.open(fixture(), side().withOneQueue(), side().withOneQueue())
                .connect();
        List<Outcome> received = new ArrayList<>();
        List<Outcome> sent = new ArrayList<>();

        for (int round = 0; round < 40; round++) {
            for (int i = 0; i < DEPTH; i++) {
                pair.owner().receive(i);
                pair.peer().send(i);
                resizeSomehow(pair.owner().receiveQueue(), round + i);
                resizeSomehow(pair.peer().receiveQueue(), round * i);
            }
            received.addAll(pair.owner().received(DEPTH));
            sent.addAll(pair.peer().received(DEPTH));
        }

        assertThat(received).isEqualTo(repeated(RequestType.RECEIVE, 40));
        assertThat(sent).isEqualTo(repeated(RequestType.SEND, 40));
        pair.owner().assertNothingMore();
        pair.peer().assertNothingMore();
    }

    @Test
    @Proves("get-results.never-overruns")
    void neverOverrunsHoweverSmallItWasMade() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withQueueDepth(DEPTH));
        pair.owner().receiveQueue().resize(1);

        flushReceives(pair.owner(), DEPTH);

        assertThat(pair.owner().received(DEPTH)).isEqualTo(canceled(0, DEPTH));
    }

    @Test
    @Proves("resize-cq.more-endpoints")
    void takesMoreEndpointsAfterwards() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(1000);
        queue.resize(1);

        for (int i = 0; i < 3; i++) {
            Endpoint endpoint = fixture().owner().createEndpoint(queue, queue, EndpointConfig.defaults());
            assertPosted(endpoint.receive(i, ScatterGatherList.empty()));
            assertPosted(endpoint.flush());
        }

        assertFails(BUFFER_OVERFLOW, () -> queue.resize(2));
        queue.resize(3);
    }

    @Test
    @Proves("resize-cq.notifications")
    void keepsPendingNotifications() {
        ConnectedPair pair = connected();
        CompletionQueue queue = pair.owner().receiveQueue();
        pair.owner().receive(1);
        pair.owner().receive(2);
        CompletableFuture<Void> first = queue.requestNotification(NotifyType.ANY);

        queue.resize(1);
        fixture().settle();
        assertThat(first).isNotDone();
        pair.peer().send(3);
        fixture().getDriving(first, fixture().peer());

        CompletableFuture<Void> second = queue.requestNotification(NotifyType.ANY);
        queue.resize(500);
        fixture().settle();
        assertThat(second).isNotDone();
        pair.peer().send(4);
        fixture().getDriving(second, fixture().peer());
        assertThat(pair.owner().outcomesNow())
                .containsExactly(Outcome.success(RequestType.RECEIVE, 1), Outcome.success(RequestType.RECEIVE, 2));
    }

    @Test
    @Proves("resize-cq.closed")
    void isRefusedOnceTheQueueIsClosed() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(1);
        queue.close();

        assertFails(INVALID_HANDLE, () -> queue.resize(2));
    }

    @Test
    @Proves("resize-cq.device-removed")
    void isRefusedOnceTheMediumIsGone() {
        assumeTrue(fixture().canRemoveMedium(), "the medium lives as long as this process");
        CompletionQueue queue = fixture().owner().createCompletionQueue(1);

        fixture().removeOwnerMedium();
        fixture().settle();

        assertFails(DEVICE_REMOVED, () -> queue.resize(2));
    }

    private static SideConfig side() {
        return SideConfig.defaults().withEndpoint(EndpointConfig.defaults().withQueueDepth(DEPTH));
    }

    private static void resizeSomehow(CompletionQueue queue, int step) {
        queue.resize(DEPTH + (step % 3) * 100);
    }

    private static void flushReceives(Side side, int count) {
        for (int i = 0; i < count; i++) {
            side.receive(i);
        }
        assertPosted(side.endpoint().flush());
    }

    private static List<Outcome> canceled(int from, int to) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = from; i < to; i++) {
            outcomes.add(Outcome.canceled(RequestType.RECEIVE, i));
        }
        return outcomes;
    }

    private static List<Outcome> repeated(RequestType type, int rounds) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < rounds * DEPTH; i++) {
            outcomes.add(Outcome.success(type, i % DEPTH));
        }
        return outcomes;
    }
}
