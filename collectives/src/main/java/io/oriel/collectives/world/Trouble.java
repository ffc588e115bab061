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
