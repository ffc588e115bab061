// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.engine.control.ControlLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * What becomes of a dial to a peer on this host that cannot be met on the host's own medium.
 *
 * @param areAllowed whether the other medium may carry its link
 * @param warning    is told of each such link, on the agent
 */
record Detours(boolean areAllowed, Consumer<String> warning) {
    private static final String LOGGER = "io.oriel.engine";

    /** Warns by a logger, on a worker: a logger may block. */
    static Detours logged(boolean areAllowed, ControlLoop loop) {
        return new Detours(areAllowed, text -> {
            try {
                loop.executeBlocking(() -> System.getLogger(LOGGER).log(System.Logger.Level.WARNING, text));
            } catch (RejectedExecutionException e) {
                // the provider closes, and the link with it
            }
        });
    }
}
