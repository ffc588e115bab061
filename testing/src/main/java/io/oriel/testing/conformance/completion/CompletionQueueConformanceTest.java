// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.completion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.WaitSet;
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
import org.junit.jupiter.api.Test;

/** INDCompletionQueue::GetResults, and waiting for results. */
public abstract class CompletionQueueConformanceTest extends ConformanceTest {
    protected CompletionQueueConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"get-results.count", "get-results.short-count"})
    void returnsAsManyAsAreThere() {
        ConnectedPair pair = connected();
        Completion[] results = results(5);
        assertThat(pair.owner().receiveQueue().poll(results, 5)).isZero();
        for (int i = 0; i < 7; i++) {
            pair.owner().receive(i);
        }
        assertPosted(pair.owner().endpoint().flush());

        assertThat(pair.owner().receiveQueue().poll(results, 3)).isEqualTo(3);
        assertThat(results[0].requestContext()).isZero();
        assertThat(results[3].status()).isEqualTo(NdStatus.PENDING);
        assertThat(pair.owner().receiveQueue().poll(results, 100)).isEqualTo(4);
        assertThat(results[0].requestContext()).isEqualTo(3);
        assertThat(pair.owner().receiveQueue().poll(results, 5)).isZero();
        assertThat(pair.owner().receiveQueue().poll(results, 0)).isZero();
    }

    @Test
    @Proves({"get-results.which-queue", "get-results.identity", "create-endpoint.context"})
    void separatesReceivesFromInitiatorRequests() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withContext(-9));
        Side peer = pair.peer();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, 64, READ_WRITE);
        pair.owner().receive(1);
        peer.receive(2);
        pair.owner().send(3);

        peer.send(4);
        assertPosted(peer.endpoint().read(5, peer.range(0, 8), remote, 0, OpFlags.NONE));
        assertPosted(peer.endpoint().write(6, peer.range(0, 8), remote, 0, OpFlags.NONE));

        assertThat(peer.initiated(3))
                .containsExactly(
                        Outcome.success(RequestType.SEND, 4),
                        Outcome.success(RequestType.READ, 5),
                        Outcome.success(RequestType.WRITE, 6));
        Completion received = peer.next(peer.receiveQueue());
        assertThat(Outcome.of(received)).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
        assertThat(received.endpointContext()).isEqualTo(-9);
        peer.assertNothingMore();
    }

    @Test
    @Proves("get-results.causality")
    void showsASendBeforeTheReplyToIt() {
        SideConfig side = SideConfig.defaults().withOneQueue();
        ConnectedPair pair = ConnectedPair.open(fixture(), side, side).connect();

        for (int i = 0; i < 200; i++) {
            pair.owner().receive(1, 0, 100);
            pair.peer().receive(2, 0, 100);
            pair.peer().send(3, 0, 100);
            fixture().await("the message", () -> pair.owner().receiveQueue().poll(results(1), 1) == 1);
            pair.owner().send(4, 0, 100);

            assertThat(pair.peer().received(2))
                    .containsExactly(Outcome.success(RequestType.SEND, 3), Outcome.success(RequestType.RECEIVE, 2));
            assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.SEND, 4));
        }
    }

    @Test
    @Proves({"create-cq.depth-not-validated", "get-results.never-overruns", "create-endpoint.shared-queues"})
    void holdsMoreThanItsDepthWhenTheQueuesAttachedNeedIt() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(1);
        List<Endpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Endpoint endpoint = fixture()
                    .owner()
                    .createEndpoint(queue, queue, EndpointConfig.defaults().withContext(i));
            for (int context = 0; context < 64; context++) {
                assertPosted(endpoint.receive(context, ScatterGatherList.empty()));
            }
            endpoints.add(endpoint);
        }
        endpoints.forEach(Endpoint::flush);

        Completion[] results = results(1000);
        assertThat(queue.depth()).isEqualTo(1);
        assertThat(queue.poll(results, 1000)).isEqualTo(5 * 64);
        for (int i = 0; i < 5 * 64; i++) {
            assertThat(results[i].status()).isEqualTo(NdStatus.CANCELED);
            assertThat(results[i].endpointContext()).isEqualTo(i / 64);
            assertThat(results[i].requestContext()).isEqualTo(i % 64);
        }
    }

    @Test
    @Proves("get-results.slow-reader")
    void doesNotHoldUpOtherQueuesWhenNobodyTakesItsResults() {
        ConnectedPair ignored = connected(EndpointConfig.defaults().withQueueDepth(2));
        ConnectedPair pair = connected();
        for (int i = 0; i < 2; i++) {
            ignored.owner().receive(i);
            ignored.peer().send(i);
        }

        for (int i = 0; i < 200; i++) {
            pair.owner().receive(i);
            pair.peer().send(i);
            assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, i));
            assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, i));
        }
        assertThat(ignored.owner().received(2)).last().isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves("get-results.closed-endpoint")
    void keepsTheResultsOfAClosedEndpoint() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        pair.owner().receive(2);

        pair.owner().endpoint().close();

        assertThat(pair.owner().received(2))
                .containsExactly(Outcome.canceled(RequestType.RECEIVE, 1), Outcome.canceled(RequestType.RECEIVE, 2));
        pair.peer().assertDisconnected();
    }

    @Test
    @Proves({"discard.count", "discard.frees", "discard.others"})
    void dropsTheResultsOfAClosedEndpoint() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(1);
        EndpointConfig config = EndpointConfig.defaults().withQueueDepth(2);
        Endpoint one = fixture().owner().createEndpoint(queue, queue, config.withContext(1));
        Endpoint other = fixture().owner().createEndpoint(queue, queue, config.withContext(2));
        for (Endpoint each : List.of(one, other)) {
            assertPosted(each.receive(1, ScatterGatherList.empty()));
            assertPosted(each.receive(2, ScatterGatherList.empty()));
        }
        one.close();
        assertPosted(other.flush());
        assertThat(queue.await(NotifyType.ERRORS, 0)).isEqualTo(NdStatus.SUCCESS);

        assertThat(queue.discard(one)).isEqualTo(2);
        assertThat(queue.discard(one)).isZero();

        Completion[] results = results(5);
        assertThat(queue.poll(results, 5)).isEqualTo(2);
        for (int i = 0; i < 2; i++) {
            assertThat(results[i].endpointContext()).isEqualTo(2);
            assertThat(results[i].requestContext()).isEqualTo(i + 1);
        }
        assertThat(queue.await(NotifyType.ANY, 0)).isEqualTo(NdStatus.TIMEOUT);
        queue.close();
        assertThat(queue.discard(other)).isZero();
    }

    @Test
    @Proves("discard.frees")
    void freesTheSlotsOfTheResultsThatItDrops() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withQueueDepth(2));
        Side peer = pair.peer();
        for (int round = 0; round < 3; round++) {
            pair.owner().receive(1);
            pair.owner().receive(2);
            peer.send(3);
            peer.send(4);
            assertThat(pair.owner().received(2)).hasSize(2);
            fixture().await("the results", () -> fixture().peer().await(0) == NdStatus.SUCCESS);
            fixture().settle();
            assertThat(peer.endpoint().send(5, ScatterGatherList.empty(), OpFlags.NONE))
                    .isEqualTo(NdStatus.NO_MORE_ENTRIES);

            assertThat(peer.initiatorQueue().discard(peer.endpoint())).isEqualTo(2);

            assertThat(fixture().peer().await(0)).isEqualTo(NdStatus.TIMEOUT);
        }
    }

    @Test
    @Proves("get-results.carriers")
    @SuppressWarnings("NullAway") // what a caller forgets
    void refusesAnArrayWithoutCarriersBeforeAnythingIsThere() {
        ConnectedPair pair = connected();
        CompletionQueue queue = pair.owner().receiveQueue();
        Completion[] empty = new Completion[8];

        assertThatIllegalArgumentException().isThrownBy(() -> queue.poll(empty, 8));
        assertThatIllegalArgumentException().isThrownBy(() -> queue.poll(null, 8));
        empty[0] = new Completion();
        assertThat(queue.poll(empty, 1)).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> queue.poll(empty, 2));
        pair.owner().receive(1);
        pair.owner().receive(2);
        assertPosted(pair.owner().endpoint().flush());
        assertThatIllegalArgumentException().isThrownBy(() -> queue.poll(empty, 8));

        assertThat(queue.poll(empty, 1)).isEqualTo(1);
        assertThat(empty[0].requestContext()).isEqualTo(1);
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 2));
    }

    @Test
    @Proves("get-results.progress")
    void makesTheWholeAdapterProgressWhicheverQueueIsPolled() {
        ConnectedPair pair = connected();
        CompletionQueue unrelated = fixture().owner().createCompletionQueue(1);
        pair.owner().receive(1);
        pair.peer().send(2);

        Completion[] one = results(1);
        while (pair.peer().initiatorQueue().poll(one, 1) == 0) {
            assertThat(unrelated.poll(results(1), 1)).isZero();
            fixture().pause();
        }

        assertThat(Outcome.of(one[0])).isEqualTo(Outcome.success(RequestType.SEND, 2));
        assertThat(pair.owner().receiveQueue().poll(one, 1)).isEqualTo(1);
    }

    @Test
    @Proves({"await.timeout", "await.types"})
    void triesOnceWhenItMayNotWait() {
        ConnectedPair pair = connected();
        CompletionQueue queue = pair.owner().receiveQueue();
        pair.owner().receive(1);
        fixture().idle(); // takes the news of the connection

        assertThat(queue.await(NotifyType.ANY, 0)).isEqualTo(NdStatus.TIMEOUT);
        assertThat(fixture().owner().await(0)).isEqualTo(NdStatus.TIMEOUT);
        assertPosted(pair.owner().endpoint().flush());

        assertThat(queue.await(NotifyType.ANY, 0)).isEqualTo(NdStatus.SUCCESS);
        assertThat(queue.await(NotifyType.ERRORS, 0)).isEqualTo(NdStatus.SUCCESS);
        assertThat(fixture().owner().await(0)).isEqualTo(NdStatus.SUCCESS);
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
        assertThat(queue.await(NotifyType.ANY, 0)).isEqualTo(NdStatus.TIMEOUT);
    }

    @Test
    @Proves("await.closed-queue")
    void doesNotWaitForWhatAClosedQueueHeld() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        assertPosted(pair.owner().endpoint().flush());
        assertThat(fixture().owner().await(0)).isEqualTo(NdStatus.SUCCESS);

        pair.owner().receiveQueue().close();

        // Not at once: the flush ends the connection, which is news.
        fixture().await("the news", () -> fixture().owner().await(0) == NdStatus.TIMEOUT);
        try (WaitSet set = fixture().newOwnerWaitSet()) {
            set.add(fixture().owner());
            fixture().await("the news", () -> set.await(0) == NdStatus.TIMEOUT);
        }
    }

    @Test
    @Proves({"await.success", "await.timeout"})
    void waitsUntilACompletionIsThere() {
        assumeTrue(fixture().supportsBlockingWaits(), "the medium has no threads of its own");
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        assertThat(pair.owner().receiveQueue().await(NotifyType.ANY, 1_000_000)).isEqualTo(NdStatus.TIMEOUT);

        pair.peer().send(2);

        assertThat(pair.owner().receiveQueue().await(NotifyType.ANY, Long.MAX_VALUE))
                .isEqualTo(NdStatus.SUCCESS);
        assertThat(fixture().owner().await(Long.MAX_VALUE)).isEqualTo(NdStatus.SUCCESS);
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(fixture().peer().await(Long.MAX_VALUE)).isEqualTo(NdStatus.SUCCESS);
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
    }

    private static Completion[] results(int count) {
        Completion[] results = new Completion[count];
        for (int i = 0; i < count; i++) {
            results[i] = new Completion();
        }
        return results;
    }
}
