// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.lookup;

import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Tally;
import java.nio.ByteOrder;
import org.agrona.MutableDirectBuffer;

/** What a few chains of Reads have come to: the place that each reads next, and the check of what it has read. */
public final class Chains {
    private final Tally tally = new Tally();
    private final Places places;
    private final PayloadInspector inspector;
    private final int[] next;
    private long step;

    /**
     * Begins with chains at different places.
     *
     * @param places that can be read
     * @param count  of chains, at least 1
     */
    public Chains(Places places, int count) {
        this.places = places;
        inspector = new PayloadInspector(places.payload(), tally);
        next = new int[count];
        for (int chain = 0; chain < count; chain++) {
            next[chain] = places.next(0, ++step);
        }
    }

    /**
     * Returns how many chains there are.
     *
     * @return the count
     */
    public int count() {
        return next.length;
    }

    /**
     * Makes the memory different that a chain's next Read is to fill.
     *
     * @param chain from 0
     * @param sink  the memory
     * @param at    where it begins
     * @return bytes from the start of the large memory, where that Read begins
     */
    public int prepare(int chain, MutableDirectBuffer sink, int at) {
        inspector.write(sink, at, ~Places.tag(next[chain]));
        return places.offset(next[chain]);
    }

    /**
     * Checks what a chain has read, and goes on from there.
     *
     * @param chain from 0
     * @param sink  holds it
     * @param at    where it begins
     */
    public void advance(int chain, MutableDirectBuffer sink, int at) {
        inspector.check(sink, at, Places.tag(next[chain]));
        long tag = sink.getLong(at + places.size() - Long.BYTES, ByteOrder.BIG_ENDIAN);
        next[chain] = places.next(tag, ++step);
    }

    /**
     * Chooses between checking samples and every byte.
     *
     * @param value true for every byte
     */
    public void thorough(boolean value) {
        inspector.thorough(value);
    }

    /**
     * Returns what went wrong.
     *
     * @return the counts
     */
    public Tally tally() {
        return tally;
    }
}
