// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.collectives.Collective;
import io.oriel.collectives.data.BuiltIn;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.data.Reduction;

/** What an operation was called with. Made once, reused. */
public final class Arguments {
    /** No counts: all parts are as long. */
    public static final int[] EVEN = {};

    /** Bytes by which the algorithm is chosen. */
    public long bytes;
    /** The operation. */
    public Collective collective = Collective.BARRIER;
    /** What this rank gives. */
    public Elements send = Elements.none();
    /** What this rank gets. */
    public Elements receive = Elements.none();
    /** Combines. */
    public Reduction operator = BuiltIn.SUM;
    /** The rank that gives or gets alone. */
    public int root;
    /** Elements of each part that is sent; {@link #EVEN} if all are as long. */
    public int[] sendCounts = EVEN;
    /** Where each is. */
    public int[] sendPlaces = EVEN;
    /** Elements of each part that is received; {@link #EVEN} if all are as long. */
    public int[] receiveCounts = EVEN;
    /** Where each goes. */
    public int[] receivePlaces = EVEN;

    private int[] places = EVEN;

    /** Creates arguments of nothing. */
    public Arguments() {}

    /**
     * Returns room for places that the caller does not give.
     *
     * @param size how many
     * @return the same for operations of as many ranks
     */
    public int[] ownPlaces(int size) {
        if (places.length != size) {
            places = new int[size];
        }
        return places;
    }

    /**
     * Forgets what was there before.
     *
     * @param of     the operation
     * @param length bytes by which the algorithm is chosen
     * @return this
     */
    public Arguments begin(Collective of, long length) {
        collective = of;
        bytes = length;
        sendCounts = EVEN;
        sendPlaces = EVEN;
        receiveCounts = EVEN;
        receivePlaces = EVEN;
        root = 0;
        operator = BuiltIn.SUM;
        return this;
    }

    /**
     * Becomes the same as others.
     *
     * @param other to be copied
     */
    public void copyFrom(Arguments other) {
        bytes = other.bytes;
        collective = other.collective;
        send = other.send;
        receive = other.receive;
        operator = other.operator;
        root = other.root;
        sendCounts = other.sendCounts;
        sendPlaces =
                other.places.length > 0 && other.sendPlaces == other.places ? copyOf(other.places) : other.sendPlaces;
        receiveCounts = other.receiveCounts;
        receivePlaces = other.receivePlaces;
    }

    private int[] copyOf(int[] others) {
        int[] own = ownPlaces(others.length);
        System.arraycopy(others, 0, own, 0, others.length);
        return own;
    }
}
