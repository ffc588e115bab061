// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.hello;

import java.util.stream.IntStream;

/**
 * Finds out how long datagrams to a peer may be, by sending some of each length: some networks lose long ones without a word.
 * By the agent.
 */
public final class LengthTrial {
    /** So often the longest is sent before a shorter one is taken: one may be lost by chance. */
    static final int MAX_ROUNDS = 10;

    /** What Ethernet carries whole, also through tunnels; and the least that Oriel sends frames with. */
    private static final int[] SHORTER = {1408, 1024};

    private final int wanted;
    private int rounds;
    private int arrivedThere;
    private int arrivedHere;

    /**
     * Begins a trial.
     *
     * @param wanted bytes of the longest datagram
     */
    public LengthTrial(int wanted) {
        this.wanted = wanted;
    }

    /**
     * Begins a round, in which a datagram of each length is to be sent.
     *
     * @return the lengths, the longest first
     */
    public int[] nextRound() {
        rounds++;
        return lengths();
    }

    private int[] lengths() {
        return IntStream.concat(IntStream.of(wanted), IntStream.of(SHORTER).filter(length -> length < wanted))
                .toArray();
    }

    /**
     * Notes a datagram of the peer's.
     *
     * @param length  of it
     * @param arrived the longest of this side's that the peer has got; not to be trusted
     * @return true if the peer does not know yet that so long a one has come
     */
    public boolean came(int length, int arrived) {
        arrivedThere = Math.max(
                arrivedThere,
                IntStream.of(lengths()).filter(each -> each <= arrived).max().orElse(0));
        boolean isLonger = length > arrivedHere;
        arrivedHere = Math.max(arrivedHere, length);
        return isLonger;
    }

    /**
     * Returns what the peer is to be told.
     *
     * @return the longest datagram of the peer's that has come
     */
    public int arrivedHere() {
        return arrivedHere;
    }

    /**
     * Returns how long datagrams may be.
     *
     * @return bytes; 0 if that is not known yet
     */
    public int length() {
        return arrivedThere == wanted || rounds >= MAX_ROUNDS ? arrivedThere : 0;
    }
}
