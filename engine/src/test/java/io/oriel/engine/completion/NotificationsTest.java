// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import static io.oriel.engine.testing.Statuses.assertEnded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.RequestType;
import io.oriel.engine.testing.Completer;
import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.testing.ManualLoop.Want;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NotificationsTest {
    private final ManualLoop loop = new ManualLoop();
    private final CompletionRing ring = new CompletionRing(16);
    private final Notifications notifications = new Notifications(loop);
    private final CountingSlots endpoint = new CountingSlots();

    @Test
    @SuppressWarnings("NullAway") // what a caller must not do
    void refusesNoTypeAndKeepsNothingOfIt() {
        assertThatThrownBy(() -> request(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("type");

        assertThat(notifications.hasPending()).isFalse();
    }

    @Nested
    class Types {
        @Test
        void anyIsToldOfEveryCompletion() {
            CompletableFuture<Void> any = request(NotifyType.ANY);

            assertThat(any).isNotDone();
            succeed();
            assertThat(any).isCompleted();
        }

        @Test
        void anyIsToldOfFlushedCompletions() {
            CompletableFuture<Void> any = request(NotifyType.ANY);

            complete(NdStatus.CANCELED, false);

            assertThat(any).isCompleted();
        }

        @Test
        void solicitedIsToldOfSolicitedReceivesOnly() {
            CompletableFuture<Void> solicited = request(NotifyType.SOLICITED);

            succeed();
            assertThat(solicited).isNotDone();
            complete(NdStatus.SUCCESS, true);
            assertThat(solicited).isCompleted();
        }

        @Test
        void errorsSatisfyASolicitedRequest() {
            CompletableFuture<Void> solicited = request(NotifyType.SOLICITED);

            complete(NdStatus.CANCELED, false);

            assertThat(solicited).isCompleted();
        }

        @Test
        void errorsIsToldOfFailedCompletionsOnly() {
            CompletableFuture<Void> errors = request(NotifyType.ERRORS);

            succeed();
            complete(NdStatus.SUCCESS, true);
            assertThat(errors).isNotDone();
            complete(NdStatus.ACCESS_VIOLATION, false);
            assertThat(errors).isCompleted();
        }
    }

    @Nested
    class Triggers {
        @ParameterizedTest
        @EnumSource(NotifyType.class)
        void aCompletionThatLandsBeforeTheRequestIsNotMissed(NotifyType type) {
            complete(NdStatus.CANCELED, true);

            assertThat(request(type)).isCompleted();
        }

        @ParameterizedTest
        @EnumSource(NotifyType.class)
        void anEntryThatWasTakenBeforeTheRequestTriggersNothing(NotifyType type) {
            complete(NdStatus.CANCELED, true);
            takeAll();

            assertThat(request(type)).isNotDone();
        }

        @ParameterizedTest
        @EnumSource(NotifyType.class)
        void anEntryTriggersOneNotificationOnlyEvenIfItWasNotTaken(NotifyType type) {
            complete(NdStatus.CANCELED, true);
            assertThat(request(type)).isCompleted();

            CompletableFuture<Void> next = request(type);

            assertThat(next).isNotDone();
            complete(NdStatus.CANCELED, true);
            assertThat(next).isCompleted();
        }

        @Test
        void aNotificationNeedsACompletionNewerThanThePreviousOfAnyType() {
            succeed();
            complete(NdStatus.SUCCESS, true);
            assertThat(request(NotifyType.SOLICITED)).isCompleted();

            assertThat(request(NotifyType.ANY))
                    .as("both entries are older than the notification")
                    .isNotDone();
        }

        @Test
        void oneEventCompletesEveryPendingRequest() {
            CompletableFuture<Void> first = request(NotifyType.ANY);
            CompletableFuture<Void> second = request(NotifyType.ANY);
            CompletableFuture<Void> third = request(NotifyType.ANY);

            succeed();

            assertThat(first).isCompleted();
            assertThat(second).isCompleted();
            assertThat(third).isCompleted();
        }

        @Test
        void anyBesideSolicitedMakesTheNextCompletionTheEventOfBoth() {
            CompletableFuture<Void> solicited = request(NotifyType.SOLICITED);
            CompletableFuture<Void> any = request(NotifyType.ANY);

            succeed();

            assertThat(any).isCompleted();
            assertThat(solicited).isCompleted();
        }

        @Test
        void armingThenDrainingThenArmingLosesNothing() {
            CompletableFuture<Void> first = request(NotifyType.ANY);
            succeed();
            assertThat(first).isCompleted();
            succeed();
            takeAll();
            succeed();

            assertThat(request(NotifyType.ANY)).isCompleted();
        }

        @Test
        void completesItsFuturesOnTheAgentOnly() {
            CompletableFuture<Void> future = notifications.request(NotifyType.ANY, ring);
            add(NdStatus.SUCCESS, false);

            assertThat(future).isNotDone();
            loop.runTasks();
            assertThat(future).isCompleted();
        }
    }

    @Nested
    class Cancel {
        @Test
        void aWithdrawnRequestIsForgotten() {
            CompletableFuture<Void> withdrawn = request(NotifyType.ANY);
            assertThat(notifications.isWaitedFor(ring)).isTrue();

            withdrawn.cancel(false);

            assertThat(notifications.isWaitedFor(ring)).isFalse();
        }

        @Test
        void aWithdrawnRequestDoesNotMakeOthersComplete() {
            CompletableFuture<Void> withdrawn = request(NotifyType.ANY);
            CompletableFuture<Void> solicited = request(NotifyType.SOLICITED);
            withdrawn.cancel(false);

            succeed();

            assertThat(solicited).isNotDone();
            complete(NdStatus.SUCCESS, true);
            assertThat(solicited).isCompleted();
        }

        @Test
        void aWithdrawnRequestUsesUpNoEntry() {
            request(NotifyType.ANY).cancel(false);

            succeed();

            assertThat(request(NotifyType.ANY)).isCompleted();
        }

        @ParameterizedTest
        @EnumSource(
                value = Completer.class,
                names = {"CANCEL", "COMPLETE", "COMPLETE_EXCEPTIONALLY", "COMPLETE_ASYNC"})
        void aRequestCannotBeWithdrawnOnceItIsDue(Completer application) {
            CompletableFuture<Void> due = notifications.request(NotifyType.ANY, ring);
            add(NdStatus.SUCCESS, false);

            application.complete(due); // the agent has not come to it yet
            assertThat(due).isNotDone();
            loop.runTasks();

            assertThat(due).isCompleted();
        }

        @ParameterizedTest
        @EnumSource(
                value = Completer.class,
                names = {"CANCEL", "COMPLETE", "COMPLETE_EXCEPTIONALLY", "COMPLETE_ASYNC"})
        void somebodyHearsOfAnEntryThoughOneWithdraws(Completer application) {
            CompletableFuture<Void> first = notifications.request(NotifyType.ANY, ring);
            add(NdStatus.SUCCESS, false);
            CompletableFuture<Void> second = notifications.request(NotifyType.ANY, ring);
            boolean[] isHeard = {false};
            var unused = first.thenRun(() -> isHeard[0] = !first.isCompletedExceptionally());

            application.complete(first);
            loop.runTasks();

            assertThat(isHeard[0] || second.isDone()).isTrue();
        }

        @ParameterizedTest
        @EnumSource(Completer.class)
        void aWithdrawnRequestUsesUpNoEntryHoweverItEnded(Completer application) {
            application.complete(notifications.request(NotifyType.ANY, ring));

            succeed();

            assertThat(request(NotifyType.ANY)).isCompleted();
        }
    }

    @Nested
    class NoMemory {
        @Test
        void anEntryIsToldOfLater() {
            CompletableFuture<Void> future = request(NotifyType.ANY);
            loop.failAt(Want.TASK, 1);
            assertThatThrownBy(() -> add(NdStatus.SUCCESS, false)).isInstanceOf(OutOfMemoryError.class);
            assertThat(future).isNotDone();

            assertThat(notifications.isWaitedFor(ring)).isFalse();
            loop.runTasks();

            assertThat(future).isCompleted();
        }

        @Test
        void aRequestThatCouldNotBeToldCanBeWithdrawn() {
            CompletableFuture<Void> future = request(NotifyType.ANY);
            loop.failAt(Want.TASK, 1);
            assertThatThrownBy(() -> add(NdStatus.SUCCESS, false)).isInstanceOf(OutOfMemoryError.class);

            assertThat(future.cancel(false)).isTrue();

            assertThat(request(NotifyType.ANY)).isCompleted();
        }

        @Test
        void aRequestThatFailsUsesUpNoEntry() {
            succeed();
            loop.failAt(Want.TASK, 1);
            assertThatThrownBy(() -> request(NotifyType.ANY)).isInstanceOf(OutOfMemoryError.class);

            succeed();

            assertThat(request(NotifyType.ANY)).isCompleted();
        }

        @Test
        void everyPendingRequestEndsWithItsQueue() {
            CompletableFuture<Void> future = request(NotifyType.ANY);
            loop.fail(Want.TASK, 1, 2);

            assertThatCode(() -> notifications.fail(NdStatus.CANCELED, "the completion queue was closed"))
                    .doesNotThrowAnyException();
            loop.runTasks();

            assertEnded(NdStatus.CANCELED, future);
        }
    }

    @Nested
    class Fail {
        @Test
        void everyPendingRequestEndsWithTheStatus() {
            CompletableFuture<Void> any = request(NotifyType.ANY);
            CompletableFuture<Void> errors = request(NotifyType.ERRORS);

            notifications.fail(NdStatus.CANCELED, "the completion queue was closed");
            loop.runTasks();

            assertEnded(NdStatus.CANCELED, any);
            assertEnded(NdStatus.CANCELED, errors);
            assertThat(notifications.isWaitedFor(ring)).isFalse();
        }
    }

    @Nested
    class IsThere {
        @Test
        void countsWhatCanBeTakenWhateverWasTold() {
            succeed();
            assertThat(request(NotifyType.ANY)).isCompleted();

            assertThat(notifications.isThere(NotifyType.ANY, ring)).isTrue();
            assertThat(notifications.isThere(NotifyType.SOLICITED, ring)).isFalse();
            assertThat(notifications.isThere(NotifyType.ERRORS, ring)).isFalse();
            takeAll();
            assertThat(notifications.isThere(NotifyType.ANY, ring)).isFalse();
        }
    }

    private CompletableFuture<Void> request(NotifyType type) {
        CompletableFuture<Void> future = notifications.request(type, ring);
        loop.runTasks();
        return future;
    }

    private void succeed() {
        complete(NdStatus.SUCCESS, false);
    }

    private void complete(NdStatus status, boolean solicited) {
        add(status, solicited);
        loop.runTasks();
    }

    private void add(NdStatus status, boolean solicited) {
        ring.add(RequestType.RECEIVE, status, 0, 0, endpoint.slots, true);
        notifications.added(ring, status != NdStatus.SUCCESS, solicited);
    }

    private void takeAll() {
        Completion[] one = {new Completion()};
        while (!ring.isEmpty()) {
            ring.take(one, 0, 1);
        }
    }
}
