// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a caller learns of a failure on another thread. */
class UninterruptiblyTest {
    private final SelectorLoop loop = SelectorLoop.start(error -> {});

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void showsTheFramesOfTheWorkerAndOfItsCaller() {
        Throwable thrown = catchThrowable(() -> applicationCalls(each -> Uninterruptibly.run(each, this::fail)));

        assertThat(methodsOf(thrown)).containsSubsequence("fail", "work", "await", "applicationCalls");
    }

    @Test
    void showsTheFramesOfTheAgentAndOfItsCaller() {
        Throwable thrown = catchThrowable(() -> applicationCalls(each -> Uninterruptibly.runOnAgent(each, this::fail)));

        assertThat(methodsOf(thrown)).containsSubsequence("fail", "runTasks", "await", "applicationCalls");
    }

    @Test
    void showsTheFramesOfTheCallerOfAnErrorToo() {
        Throwable thrown = catchThrowable(() -> applicationCalls(each -> Uninterruptibly.run(each, () -> {
            throw new AssertionError("a defect");
        })));

        assertThat(thrown).isInstanceOf(AssertionError.class);
        assertThat(methodsOf(thrown)).containsSubsequence("work", "await", "applicationCalls");
    }

    @Test
    void addsNothingWhenTheSameCallerAwaitsTheSameFailureAgain() {
        CompletableFuture<Boolean> failed = CompletableFuture.failedFuture(new IllegalStateException("once"));
        int[] lengths = new int[3];

        for (int i = 0; i < lengths.length; i++) {
            Throwable thrown = catchThrowable(() -> Uninterruptibly.await(loop, failed));
            lengths[i] = thrown.getStackTrace().length;
        }

        assertThat(lengths).containsOnly(lengths[0]);
    }

    private void applicationCalls(Consumer<ControlLoop> call) {
        call.accept(loop);
    }

    private void fail() {
        throw new NdException(NdStatus.SHARING_VIOLATION, "somebody else has it");
    }

    private static String[] methodsOf(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .map(StackTraceElement::getMethodName)
                .toArray(String[]::new);
    }
}
