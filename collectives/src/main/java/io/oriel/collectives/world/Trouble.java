// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.collectives.CollectiveStatus;
import org.jspecify.annotations.Nullable;

/**
 * What an operation fails with.
 *
 * @param status    why
 * @param worldRank whose doing it is
 * @param text      what happened, in words that follow the rank's name
 * @param cause     what was thrown; null if nothing was
 */
public record Trouble(
        CollectiveStatus status,
        int worldRank,
        String text,
        @Nullable Throwable cause) {
    /**
     * Makes the trouble of an operator that has thrown something.
     *
     * @param worldRank where
     * @param thrown    by it
     * @return the trouble
     */
    public static Trouble ofOperator(int worldRank, Throwable thrown) {
        String text = "has an operator that failed: " + thrown;
        return new Trouble(CollectiveStatus.OPERATOR_FAILED, worldRank, text, thrown);
    }

    /**
     * Tells whether the rank takes part in nothing any more, wherever.
     *
     * @return true if it has died or was stopped
     */
    public boolean isForEver() {
        return status == CollectiveStatus.RANK_DIED || status == CollectiveStatus.RANK_STOPPED;
    }

    /**
     * Makes a trouble in which nothing was thrown.
     *
     * @param status    as above
     * @param worldRank as above
     * @param text      as above
     * @return the trouble
     */
    public static Trouble of(CollectiveStatus status, int worldRank, String text) {
        return new Trouble(status, worldRank, text, null);
    }
}
