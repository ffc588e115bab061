// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;

/**
 * What of Network Direct a world uses.
 *
 * @param adapter   of the world alone
 * @param queue     in which everything completes
 * @param ranksHere how many ranks are on this host, as far as their addresses tell
 */
public record Doorway(Adapter adapter, CompletionQueue queue, int ranksHere) {
    /**
     * Returns this doorway, knowing more of who is there.
     *
     * @param value how many ranks are on this host
     * @return a changed copy
     */
    public Doorway withRanksHere(int value) {
        return new Doorway(adapter, queue, value);
    }
}
