// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import io.oriel.api.CompletionQueue;

/** What completion queues hold. */
public final class Queued {
    private Queued() {}

    /** Tells whether a completion is there to be taken, without any progress. */
    public static boolean isIn(CompletionQueue queue) {
        return ((EngineCompletionQueue) queue).hasCompletions();
    }
}
