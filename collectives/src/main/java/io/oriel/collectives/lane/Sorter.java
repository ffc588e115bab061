// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.lane;

import io.oriel.collectives.data.Slab;

/** Decides on messages that are not what is being looked for. */
@FunctionalInterface
public interface Sorter {
    /**
     * Looks at a message.
     *
     * @param lane   on which it came
     * @param key    of the message
     * @param data   memory of the payload, as it is during the call
     * @param at     where the payload begins
     * @param length bytes
     * @return true if it has to be kept until it is wanted; false if it was dealt with, or nobody will want it
     */
    boolean keeps(Lane lane, long key, Slab data, int at, int length);
}
