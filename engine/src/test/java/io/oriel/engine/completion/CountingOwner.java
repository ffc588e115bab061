// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.completion;

/** An endpoint of which only the freed slots are of interest. */
final class CountingOwner implements CompletionOwner {
    static final long CONTEXT = 4711;

    int initiatorsReaped;
    int receivesReaped;
    boolean closed;

    @Override
    public long context() {
        return CONTEXT;
    }

    @Override
    public void initiatorReaped() {
        initiatorsReaped++;
    }

    @Override
    public void receiveReaped() {
        receivesReaped++;
    }

    @Override
    public void closeHeld() {
        closed = true;
    }
}
