// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;

/** One end of a stream of short Sends in one direction, posted and polled busily. Keeps no ledger, which would grow. */
public final class OneWayStream {
    private static final int LENGTH = 32;

    private final Party party;
    private final boolean isSender;
    private final ScatterGatherList list;
    private final Completion[] completions = new Completion[Party.DEPTH];
    private int outstanding;
    private long completed;

    private OneWayStream(Party party, boolean isSender) {
        this.party = party;
        this.isSender = isSender;
        list = ScatterGatherList.of(party.memory(), 0, LENGTH);
        for (int i = 0; i < completions.length; i++) {
            completions[i] = new Completion();
        }
    }

    /** Makes the end that sends. */
    public static OneWayStream sender(Party party) {
        return new OneWayStream(party, true);
    }

    /** Makes the end that receives. */
    public static OneWayStream receiver(Party party) {
        return new OneWayStream(party, false);
    }

    /** Posts as much as there is room for, and polls once. */
    public void step() {
        while (outstanding < Party.DEPTH) {
            Party.require(
                    isSender
                            ? party.endpoint().send(0, list, OpFlags.NONE)
                            : party.endpoint().receive(0, list));
            outstanding++;
        }
        int count = party.queue().poll(completions, completions.length);
        for (int i = 0; i < count; i++) {
            if (completions[i].status() != NdStatus.SUCCESS) {
                throw new AssertionError("request " + (completed + i) + " ended with " + completions[i].status());
            }
        }
        outstanding -= count;
        completed += count;
    }

    /** Returns how many requests have completed. */
    public long completed() {
        return completed;
    }
}
