// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.model.nd;

import io.oriel.api.NdStatus;
import io.oriel.engine.model.operation.Operation;
import org.jspecify.annotations.Nullable;

/** A request that waits for its turn. */
public final class Request {
    public final Operation operation;
    public final long context;
    final @Nullable ModelMemory memory;
    final @Nullable ModelWindow window;
    final ModelWindow.@Nullable View remote;
    byte @Nullable [] inline;
    NdStatus early = NdStatus.SUCCESS;
    int binding;
    boolean bound;

    Request(
            Operation operation,
            long context,
            @Nullable ModelMemory memory,
            @Nullable ModelWindow window,
            ModelWindow.@Nullable View remote) {
        this.operation = operation;
        this.context = context;
        this.memory = memory;
        this.window = window;
        this.remote = remote;
    }
}
