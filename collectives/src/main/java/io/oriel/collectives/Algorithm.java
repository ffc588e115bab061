// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

/** How an operation is carried out; {@code docs/collectives.md} says which there are for which. */
public enum Algorithm {
    /** Each sends to each whom it concerns, in one hop; combined in the order of ranks. */
    FLAT,
    /** Up and down a tree, each part going on as soon as it has come; combined in the order of ranks, by subtrees. */
    TREE,
    /** From each to the next, each part going on as soon as it has come; combined in the order of ranks. */
    CHAIN,
    /**
     * Around a ring, each rank being the last for its part; combined in the order of ranks, from the next rank on. Not taken for
     * operators that are not commutative.
     */
    RING,
    /** In rounds, with partners at distances of one, two, four and so on; combined in the order of ranks, by halves. */
    DOUBLING,
    /** Halves are exchanged and combined, then collected; combined in the order of ranks, by halves. */
    HALVING,
    /** Each combines its part of what all have, and gives it to all; combined in the order of ranks. */
    PAIRWISE
}
