// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Assertions on the status that a control operation fails with. */
public final class Statuses {
    private Statuses() {}

    /** Asserts that a call throws an {@link NdException} with a status; returns its message. */
    public static String assertFails(NdStatus expected, ThrowingCallable call) {
        return messageOf(expected, catchThrowable(call));
    }

    /** Asserts that a future has ended with a status; returns the message. */
    public static String assertEnded(NdStatus expected, CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        Throwable thrown = catchThrowable(future::join);
        return messageOf(expected, thrown instanceof CompletionException ? thrown.getCause() : thrown);
    }

    private static String messageOf(NdStatus expected, @Nullable Throwable thrown) {
        assertThat(thrown).isInstanceOf(NdException.class);
        NdException failure = (NdException) thrown;
        if (failure == null) {
            throw new AssertionError("an assertion has let null pass");
        }
        assertThat(failure.status()).isEqualTo(expected);
        return String.valueOf(failure.getMessage());
    }
}
