// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import static io.oriel.engine.testing.Statuses.assertEnded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.api.RequestType;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.domain.ProgressSource;
import io.oriel.engine.testing.ManualLoop;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EngineCompletionQueueTest {
    private final ManualLoop loop = new ManualLoop();
    private final Domain domain = new Domain(loop, false);
    private final EngineCompletionQueue queue = new EngineCompletionQueue(domain, loop, 4);
    private final CountingSlots endpoint = new CountingSlots(queue, 1000);
    private final Completion[] completions = {new Completion(), new Completion()};

    @Test
    void fillsNoMoreCarriersThanThereAre() {
        addSuccesses(3);

        assertThat(queue.poll(completions, 100)).isEqualTo(2);
        assertThat(queue.poll(completions, 100)).isEqualTo(1);
        assertThat(queue.poll(completions, 100)).isZero();
    }

    @Test
    void takesNothingWhenAskedForLessThanNothing() {
        addSuccesses(1);

        assertThat(queue.poll(completions, -5)).isZero();
        assertThat(queue.poll(new Completion[0], 5)).isZero();
        assertThat(queue.hasCompletions()).isTrue();
    }

    @Test
    void progressesTheDomainWhenItIsEmpty() {
        domain.add(onProgress(() -> addSuccesses(1)));

        assertThat(queue.poll(completions, 2)).isEqualTo(1);
    }

    /** A count below the limit says that the queue was empty. */
    @Test
    void takesInOnePollWhatThatBringsOfEveryKind() {
        boolean[] done = {false};
        domain.add(onProgress(() -> {
            if (!done[0]) {
                done[0] = true;
                addSuccesses(1);
                endpoint.slots.completeImmediate(7, 8, 9, false);
            }
        }));

        assertThat(queue.poll(completions, 2)).isEqualTo(2);

        assertThat(completions[0].requestType()).isNotEqualTo(RequestType.RECEIVE_WITH_IMMEDIATE);
        assertThat(completions[1].requestType()).isEqualTo(RequestType.RECEIVE_WITH_IMMEDIATE);
        assertThat(completions[1].immediate()).isEqualTo(7);
        assertThat(queue.hasCompletions()).isFalse();
    }

    @Test
    void keepsForTheNextPollWhatComesInOneBeyondItsLimit() {
        boolean[] done = {false};
        domain.add(onProgress(() -> {
            if (!done[0]) {
                done[0] = true;
                addSuccesses(3);
            }
        }));

        assertThat(queue.poll(completions, 2)).isEqualTo(2);
        assertThat(queue.poll(completions, 2)).isEqualTo(1);
    }

    @Test
    void losesNothingWhenAPollFails() {
        boolean[] done = {false};
        domain.add(onProgress(() -> {
            if (!done[0]) {
                done[0] = true;
                addSuccesses(1);
                throw new IllegalStateException("a failure after a completion");
            }
        }));

        assertThat(queue.poll(completions, 2)).isEqualTo(1);
        assertThat(completions[0].status()).isEqualTo(NdStatus.SUCCESS);

        assertThatThrownBy(() -> queue.poll(completions, 2))
                .as("the next one tells")
                .hasMessage("a failure after a completion");
        assertThat(queue.poll(completions, 2)).isZero();
    }

    @Test
    void tellsOfACompletionThatComesInThePollThatTakesIt() {
        CompletableFuture<Void> pending = queue.requestNotification(NotifyType.ANY);
        domain.add(onProgress(() -> addSuccesses(1)));

        assertThat(queue.poll(completions, 1)).isEqualTo(1);
        loop.runTasks();

        assertThat(pending).isCompleted();
    }

    @Test
    void isEmptyAndUnusableOnceItIsClosed() {
        addSuccesses(1);

        queue.close();
        queue.close();

        assertThat(queue.poll(completions, 2)).isZero();
        assertThat(queue.await(NotifyType.ANY, 0)).isEqualTo(NdStatus.INVALID_HANDLE);
        assertEnded(NdStatus.INVALID_HANDLE, queue.requestNotification(NotifyType.ANY));
    }

    @Test
    void closesTheEndpointsAttachedToItFirst() {
        endpoint.slots.register();

        queue.close();

        assertThat(endpoint.closed).isTrue();
    }

    @Test
    void endsPendingNotificationsWhenItIsClosed() {
        CompletableFuture<Void> pending = queue.requestNotification(NotifyType.ANY);

        queue.close();
        loop.runTasks();

        assertEnded(NdStatus.CANCELED, pending);
    }

    @Test
    void endsPendingNotificationsWhenTheMediumIsGone() {
        CompletableFuture<Void> pending = queue.requestNotification(NotifyType.ANY);

        queue.remove();
        loop.runTasks();

        assertEnded(NdStatus.DEVICE_REMOVED, pending);
        CompletableFuture<Void> late = queue.requestNotification(NotifyType.ANY);
        loop.runTasks();
        assertEnded(NdStatus.DEVICE_REMOVED, late);
        assertThat(queue.await(NotifyType.ANY, 0)).isEqualTo(NdStatus.DEVICE_REMOVED);
    }

    @Test
    void stillGivesOutWhatItHoldsWhenTheMediumIsGone() {
        addSuccesses(1);

        queue.remove();

        assertThat(queue.requestNotification(NotifyType.ANY)).satisfies(future -> loop.runTasks());
        assertThat(queue.await(NotifyType.ANY, 0)).isEqualTo(NdStatus.SUCCESS);
        assertThat(queue.await(NotifyType.ERRORS, 0))
                .as("of the kind asked for nothing will come")
                .isEqualTo(NdStatus.DEVICE_REMOVED);
        assertThat(queue.poll(completions, 2)).isEqualTo(1);
    }

    @Test
    void awaitsTheKindOfCompletionAskedFor() {
        addSuccesses(1);

        assertThat(queue.await(NotifyType.ANY, 0)).isEqualTo(NdStatus.SUCCESS);
        assertThat(queue.await(NotifyType.SOLICITED, 0)).isEqualTo(NdStatus.TIMEOUT);
        assertThat(queue.await(NotifyType.ERRORS, 0)).isEqualTo(NdStatus.TIMEOUT);
        endpoint.slots.complete(RequestType.RECEIVE, NdStatus.SUCCESS, 0, 0, true);
        assertThat(queue.await(NotifyType.SOLICITED, 0)).isEqualTo(NdStatus.SUCCESS);
        endpoint.slots.complete(RequestType.RECEIVE, NdStatus.CANCELED, 0, 0, false);
        assertThat(queue.await(NotifyType.ERRORS, 0)).isEqualTo(NdStatus.SUCCESS);
    }

    @Test
    void letsTheAgentProgressTheDomainUntilTheNotificationIsGiven() {
        CompletableFuture<Void> pending = queue.requestNotification(NotifyType.ANY);
        domain.add(onProgress(() -> addSuccesses(1)));

        loop.advance(10_000_000);

        assertThat(pending).isCompleted();
    }

    @Test
    void tellsTheDepthAskedFor() {
        endpoint.slots.register();

        assertThat(queue.depth()).isEqualTo(4);
    }

    private void addSuccesses(int count) {
        for (int index = 0; index < count; index++) {
            endpoint.slots.complete(RequestType.SEND, NdStatus.SUCCESS, 0, index, false);
        }
    }

    private static ProgressSource onProgress(Runnable action) {
        return new ProgressSource() {
            @Override
            public int progress() {
                action.run();
                return 1;
            }

            @Override
            public void onSignal() {}
        };
    }
}
