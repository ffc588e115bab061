// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.testing.lives.Plots.Plot;
import org.jspecify.annotations.Nullable;

/** A request that was posted, or may have been. */
final class Posted {
    final RequestType type;
    final long context;
    final @Nullable Plot plot;

    /** Whose request it is; of a shared Receive, whose message has taken it. */
    Party party;

    /** Of a shared Receive: where it was posted. */
    @Nullable
    Pool pool;

    /** Of a Send or a Receive: the how manieth of its endpoint, from 0; of an atomic, of its binding. */
    long number;

    /** Of a Bind, an Invalidate, a Write, an atomic, or a Send that takes it back: the binding. */
    @Nullable
    Binding binding;

    int at;
    int length;
    boolean uncertain;
    NdStatus status = NdStatus.PENDING;

    Posted(Party party, RequestType type, long context, @Nullable Plot plot) {
        this.party = party;
        this.type = type;
        this.context = context;
        this.plot = plot;
    }

    boolean isReceive() {
        return type == RequestType.RECEIVE;
    }

    @Override
    public String toString() {
        return type + " " + context + " of " + party;
    }
}
