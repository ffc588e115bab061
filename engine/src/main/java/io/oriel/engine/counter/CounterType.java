// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.counter;

/** One thing that is counted. */
public sealed interface CounterType permits AdapterCounter, LinkCounter {
    /**
     * Returns its place in its set.
     *
     * @return 0 to the size of the set - 1
     */
    int index();

    /**
     * Returns how tools know it.
     *
     * @return the same for ever; 1000 or more, which Aeron leaves to its users
     */
    int typeId();

    /**
     * Says what is counted.
     *
     * @return a few words
     */
    String label();
}
