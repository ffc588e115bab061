// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

import io.oriel.api.Endpoint;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.testing.ManualLoop;
import io.oriel.engine.testing.NamedEndpoint;

/** Slots of an endpoint of which only that is of interest which were freed. */
final class CountingSlots {
    static final long CONTEXT = 4711;

    final Endpoint endpoint = NamedEndpoint.create();
    final Slots slots;
    int reaped;
    boolean closed;

    CountingSlots() {
        this(newQueue(), 1);
    }

    CountingSlots(EngineCompletionQueue queue, long entries) {
        slots = new Slots(queue, CONTEXT, Integer.MAX_VALUE, entries);
        slots.belongTo(endpoint, () -> closed = true);
        slots.onReaped(() -> reaped++);
    }

    private static EngineCompletionQueue newQueue() {
        ManualLoop loop = new ManualLoop();
        return new EngineCompletionQueue(new Domain(loop, false), loop, 1);
    }
}
