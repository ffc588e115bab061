// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.completion;

import static io.oriel.api.NdStatus.CANCELED;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.SUCCESS;
import static io.oriel.api.NdStatus.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.CompletionQueue;
import io.oriel.api.NotifyType;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** INDCompletionQueue::Notify. */
public abstract class NotificationConformanceTest extends ConformanceTest {
    protected NotificationConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"notify.success", "notify.any", "notify.safe-loop", "notify.no-polling", "async-result.no-polling"})
    void firesWithoutTheApplicationPolling() {
        ConnectedPair pair = connected();

        for (int i = 0; i < 20; i++) {
            pair.owner().receive(i);
            CompletableFuture<Void> any = notification(pair, NotifyType.ANY);
            pair.peer().send(i);
            fixture().getDriving(any, fixture().peer());

            assertThat(pair.owner().outcomesNow()).containsExactly(Outcome.success(RequestType.RECEIVE, i));
        }
    }

    @Test
    @Proves("notify.no-lost-wake-up")
    void firesForACompletionThatCameBeforeItWasAskedFor() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        assertThat(pair.owner().outcomesNow()).isEmpty();
        pair.peer().send(2);
        fixture().settle();

        CompletableFuture<Void> any = notification(pair, NotifyType.ANY);
        fixture().getDriving(any, fixture().peer());

        assertThat(pair.owner().outcomesNow()).containsExactly(Outcome.success(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves({"notify.newer", "notify.once"})
    void doesNotFireTwiceForOneCompletion() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        pair.owner().receive(2);
        CompletableFuture<Void> first = notification(pair, NotifyType.ANY);
        pair.peer().send(3);
        fixture().getDriving(first, fixture().peer());

        CompletableFuture<Void> second = notification(pair, NotifyType.ANY);
        fixture().settle();
        assertThat(second).isNotDone();
        pair.peer().send(4);
        fixture().getDriving(second, fixture().peer());

        assertThat(pair.owner().outcomesNow()).hasSize(2);
    }

    @Test
    @Proves("notify.several")
    void completesAllThatArePending() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        CompletableFuture<Void> one = notification(pair, NotifyType.ANY);
        CompletableFuture<Void> two = notification(pair, NotifyType.ANY);
        CompletableFuture<Void> three = notification(pair, NotifyType.ANY);

        pair.peer().send(2);

        fixture().getDriving(CompletableFuture.allOf(one, two, three), fixture().peer());
        assertThat(pair.owner().outcomesNow()).hasSize(1);
    }

    @Test
    @Proves("notify.no-silent")
    void doesNotFireForASilentSuccess() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        pair.owner().receive(2);
        CompletableFuture<Void> any = pair.peer().initiatorQueue().requestNotification(NotifyType.ANY);

        assertPosted(pair.peer().endpoint().send(3, ScatterGatherList.empty(), OpFlags.SILENT_SUCCESS));
        fixture().settle();
        assertThat(any).isNotDone();
        pair.peer().send(4);

        fixture().getDriving(any, fixture().owner());
        assertThat(pair.peer().outcomesNow()).containsExactly(Outcome.success(RequestType.SEND, 4));
    }

    @Test
    @Proves("notify.flushed")
    void firesForFlushedRequests() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        CompletableFuture<Void> any = notification(pair, NotifyType.ANY);

        assertPosted(pair.owner().endpoint().flush());

        fixture().get(any);
        assertThat(pair.owner().outcomesNow()).containsExactly(Outcome.canceled(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves({"notify.solicited", "notify.solicited-related", "send.solicited"})
    void firesOnlyForMarkedMessagesWhenItIsSolicited() {
        ConnectedPair pair = connected();
        for (int i = 0; i < 4; i++) {
            pair.owner().receive(i);
        }
        CompletableFuture<Void> solicited = notification(pair, NotifyType.SOLICITED);

        for (int i = 0; i < 3; i++) {
            pair.peer().send(i);
            assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, i));
        }
        fixture().settle();
        assertThat(solicited).isNotDone();
        assertPosted(pair.peer().endpoint().send(3, ScatterGatherList.empty(), OpFlags.SEND_AND_SOLICIT_EVENT));

        fixture().getDriving(solicited, fixture().peer());
        assertThat(pair.owner().outcomesNow()).hasSize(4).last().isEqualTo(Outcome.success(RequestType.RECEIVE, 3));
    }

    @Test
    @Proves("notify.errors-always")
    void firesForErrorsWhateverItsType() {
        for (NotifyType type : NotifyType.values()) {
            ConnectedPair pair = connected();
            pair.owner().receive(1);
            CompletableFuture<Void> notified = notification(pair, type);

            pair.peer().send(2, 0, 10); // longer than the Receive

            fixture().getDriving(notified, fixture().peer());
            assertThat(pair.owner().outcomesNow()).containsExactly(new Outcome(RequestType.RECEIVE, DATA_OVERRUN, 1));
        }
    }

    @Test
    @Proves("notify.errors-type")
    void doesNotFireForSuccessesWhenItIsForErrors() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        pair.owner().receive(2);
        CompletableFuture<Void> errors = notification(pair, NotifyType.ERRORS);

        assertPosted(pair.peer().endpoint().send(3, ScatterGatherList.empty(), OpFlags.SEND_AND_SOLICIT_EVENT));
        fixture().settle();
        assertThat(errors).isNotDone();
        assertPosted(pair.owner().endpoint().flush());

        fixture().get(errors);
        assertThat(pair.owner().outcomesNow())
                .containsExactly(Outcome.success(RequestType.RECEIVE, 1), Outcome.canceled(RequestType.RECEIVE, 2));
    }

    @Test
    @Proves("notify.any-beats-solicited")
    void completesASolicitedOneTogetherWithAnyOne() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        CompletableFuture<Void> solicited = notification(pair, NotifyType.SOLICITED);
        CompletableFuture<Void> any = notification(pair, NotifyType.ANY);

        pair.peer().send(2);

        fixture().getDriving(CompletableFuture.allOf(solicited, any), fixture().peer());
    }

    @Test
    @Proves({"notify.several", "notify.any-beats-solicited"})
    void completesThoseOfEveryTypeTogether() {
        ConnectedPair pair = connected();
        for (int i = 0; i < 3; i++) {
            pair.owner().receive(i);
        }
        CompletableFuture<Void> any = notification(pair, NotifyType.ANY);
        CompletableFuture<Void> solicited = notification(pair, NotifyType.SOLICITED);
        CompletableFuture<Void> errors = notification(pair, NotifyType.ERRORS);
        pair.peer().send(1);
        fixture()
                .getDriving(
                        CompletableFuture.allOf(any, solicited, errors),
                        fixture().peer());

        CompletableFuture<Void> marked = notification(pair, NotifyType.SOLICITED);
        CompletableFuture<Void> failed = notification(pair, NotifyType.ERRORS);
        pair.peer().send(2);
        fixture().settle();
        assertThat(marked).isNotDone();
        assertThat(failed).isNotDone();
        assertPosted(pair.peer().endpoint().send(3, ScatterGatherList.empty(), OpFlags.SEND_AND_SOLICIT_EVENT));
        fixture().getDriving(CompletableFuture.allOf(marked, failed), fixture().peer());

        assertThat(pair.owner().outcomesNow()).hasSize(3);
    }

    @Test
    @Proves({"notify.several", "notify.no-lost-wake-up"})
    void completesWhatIsPendingWhenAnEventIsAlreadyThere() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        CompletableFuture<Void> solicited = notification(pair, NotifyType.SOLICITED);
        pair.peer().send(2);
        fixture().settle();
        assertThat(solicited).isNotDone();

        CompletableFuture<Void> any = notification(pair, NotifyType.ANY);

        fixture().getDriving(CompletableFuture.allOf(solicited, any), fixture().peer());
    }

    @Test
    @Proves("notify.canceled-alone")
    void leavesOthersPendingWhenOneIsCancelled() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        pair.owner().receive(2);
        CompletableFuture<Void> first = notification(pair, NotifyType.SOLICITED);
        CompletableFuture<Void> withdrawn = notification(pair, NotifyType.ANY);
        CompletableFuture<Void> last = notification(pair, NotifyType.SOLICITED);

        assertThat(withdrawn.cancel(false)).isTrue();
        pair.peer().send(3);
        fixture().settle();
        assertThat(first).isNotDone();
        assertThat(last).isNotDone();
        assertPosted(pair.peer().endpoint().send(4, ScatterGatherList.empty(), OpFlags.SEND_AND_SOLICIT_EVENT));

        fixture().getDriving(CompletableFuture.allOf(first, last), fixture().peer());
        assertThat(withdrawn).isCancelled();
    }

    @Test
    @Proves({"async-result.canceled", "async-result.no-residue"})
    void endsInTheOrderOfCancelling() {
        ConnectedPair pair = connected();
        List<String> ended = new ArrayList<>();
        pair.owner().receive(1);
        CompletableFuture<Void> kept = notification(pair, NotifyType.ANY);

        for (int round = 0; round < 1000; round++) {
            CompletableFuture<Void> one = notification(pair, NotifyType.ANY);
            CompletableFuture<Void> other = pair.owner().initiatorQueue().requestNotification(NotifyType.ANY);
            var unused = one.whenComplete(
                    (nothing, failure) -> ended.add("one " + (failure instanceof CancellationException)));
            var unusedToo = other.whenComplete(
                    (nothing, failure) -> ended.add("other " + (failure instanceof CancellationException)));

            assertThat(one.cancel(false)).isTrue();
            assertThat(other.cancel(false)).isTrue();
            assertThat(ended).containsExactly("one true", "other true");
            ended.clear();
        }

        assertThat(kept).isNotDone();
        pair.peer().send(2);
        fixture().getDriving(kept, fixture().peer());
        assertThat(pair.owner().outcomesNow()).containsExactly(Outcome.success(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves({"notify.canceled", "async-result.canceled", "async-result.no-residue"})
    void canBeCancelledAndAskedForAnew() {
        ConnectedPair pair = connected();
        for (int i = 0; i < 100; i++) {
            CompletableFuture<Void> one = notification(pair, NotifyType.ANY);
            CompletableFuture<Void> other = pair.owner().initiatorQueue().requestNotification(NotifyType.ANY);
            assertThat(one.cancel(false)).isTrue();
            assertThat(other.cancel(false)).isTrue();
            assertThat(one).isCancelled();
            assertThat(other).isCancelled();
        }

        pair.owner().receive(1);
        CompletableFuture<Void> any = notification(pair, NotifyType.ANY);
        pair.peer().send(2);

        fixture().getDriving(any, fixture().peer());
        assertThat(pair.owner().outcomesNow()).hasSize(1);
    }

    @Test
    @Proves("notify.canceled-closed")
    void endsWhenTheQueueIsClosed() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(1);
        CompletableFuture<Void> pending = queue.requestNotification(NotifyType.ANY);

        queue.close();

        assertThat(fixture().statusOf(pending)).isEqualTo(CANCELED);
        assertThat(fixture().statusOf(queue.requestNotification(NotifyType.ANY)))
                .isEqualTo(INVALID_HANDLE);
    }

    @Test
    @Proves("notify.remote-invalidation")
    void firesForAnInvalidationByThePeer() {
        ConnectedPair pair = connected();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, 64, READ_WRITE);
        pair.owner().receive(1);
        CompletableFuture<Void> any = notification(pair, NotifyType.ANY);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(2, ScatterGatherList.empty(), remote, OpFlags.NONE));

        fixture().getDriving(any, fixture().peer());
        assertThat(pair.owner().outcomesNow()).hasSize(2);
    }

    @Test
    @Proves("await.types")
    void awaitDecidesByTheSameTypes() {
        ConnectedPair pair = connected();
        CompletionQueue queue = pair.owner().receiveQueue();
        for (int i = 0; i < 3; i++) {
            pair.owner().receive(i);
        }
        pair.peer().send(1);
        fixture().await("a message", () -> queue.await(NotifyType.ANY, 0) == SUCCESS);
        assertThat(queue.await(NotifyType.SOLICITED, 0)).isEqualTo(TIMEOUT);
        assertThat(queue.await(NotifyType.ERRORS, 0)).isEqualTo(TIMEOUT);

        assertPosted(pair.peer().endpoint().send(2, ScatterGatherList.empty(), OpFlags.SEND_AND_SOLICIT_EVENT));
        fixture().await("a solicited message", () -> queue.await(NotifyType.SOLICITED, 0) == SUCCESS);
        assertThat(queue.await(NotifyType.ERRORS, 0)).isEqualTo(TIMEOUT);
        assertThat(pair.owner().outcomesNow()).hasSize(2);
        assertThat(queue.await(NotifyType.SOLICITED, 0)).isEqualTo(TIMEOUT);

        pair.peer().send(3, 0, 10); // longer than the Receive
        fixture().await("an error", () -> queue.await(NotifyType.ERRORS, 0) == SUCCESS);
        assertThat(queue.await(NotifyType.SOLICITED, 0)).isEqualTo(SUCCESS);
        assertThat(queue.await(NotifyType.ANY, 0)).isEqualTo(SUCCESS);
    }

    private static CompletableFuture<Void> notification(ConnectedPair pair, NotifyType type) {
        return pair.owner().receiveQueue().requestNotification(type);
    }
}
