// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.data;

import io.oriel.collectives.Collective;

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

    /** Whether the caller does nothing else before the operation has ended. */
    public boolean awaited;

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
        awaited = false;
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
        awaited = other.awaited;
    }

    /**
     * Returns where a part of what is reduced begins; that of all parts is the end.
     *
     * @param part  from 0
     * @param parts how many there are, as even as the operator's items can be divided
     * @param count elements of all
     * @return elements from the start
     */
    public int partStart(int part, int parts, int count) {
        int item = operator.itemCount();
        return (int) ((long) (count / item) * part / parts) * item;
    }

    /**
     * Returns how long a part of what is reduced is.
     *
     * @param part  from 0
     * @param parts how many there are
     * @param count elements of all
     * @return elements
     */
    public int partLength(int part, int parts, int count) {
        return partStart(part + 1, parts, count) - partStart(part, parts, count);
    }

    /**
     * Returns how long the longest part of what is reduced is.
     *
     * @param parts how many there are
     * @param count elements of all
     * @return elements
     */
    public int longestPart(int parts, int count) {
        int longest = 0;
        for (int part = 0; part < parts; part++) {
            longest = Math.max(longest, partLength(part, parts, count));
        }
        return longest;
    }

    /**
     * Returns how much comes from a rank.
     *
     * @param part  the rank
     * @param parts how many there are
     * @return elements
     */
    public int received(int part, int parts) {
        return receiveCounts.length == 0 ? receive.count() / parts : receiveCounts[part];
    }

    /**
     * Returns where it goes.
     *
     * @param part  the rank
     * @param parts how many there are
     * @return elements from the start
     */
    public int receivedAt(int part, int parts) {
        return receivePlaces.length == 0 ? part * (receive.count() / parts) : receivePlaces[part];
    }

    /**
     * Returns how much goes to a rank.
     *
     * @param part  the rank
     * @param parts how many there are
     * @return elements
     */
    public int sent(int part, int parts) {
        return sendCounts.length == 0 ? send.count() / parts : sendCounts[part];
    }

    /**
     * Returns where it is.
     *
     * @param part  the rank
     * @param parts how many there are
     * @return elements from the start
     */
    public int sentAt(int part, int parts) {
        return sendPlaces.length == 0 ? part * (send.count() / parts) : sendPlaces[part];
    }

    private int[] copyOf(int[] others) {
        int[] own = ownPlaces(others.length);
        System.arraycopy(others, 0, own, 0, others.length);
        return own;
    }
}
