// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.ControlAgent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** A wait for a peer that is copying, on the control agent. */
class LingeringTest {
    private static boolean awaitOnAgent(Lingering access) {
        return CompletableFuture.supplyAsync(() -> access.await(Long.MAX_VALUE), task -> new ControlAgent(task).start())
                .join();
    }

    @Test
    void isRefusedIfThePeerDoesNotLeaveSoon() {
        assertThatThrownBy(() -> awaitOnAgent(() -> false))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("thenRunAsync");
    }

    @Test
    void endsIfThePeerLeavesSoon() {
        int[] looks = new int[1];

        assertThat(awaitOnAgent(() -> ++looks[0] > 10)).isTrue();
    }
}
