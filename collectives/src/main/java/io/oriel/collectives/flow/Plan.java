// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

/** An algorithm of one operation: what moves in each round. Has no state. */
@FunctionalInterface
public interface Plan {
    /**
     * Sets out the flows of a round.
     *
     * @param execution of the operation, whose flows of the round before have all ended
     * @param round     from 0
     * @return false if there is no such round: the operation has ended
     */
    boolean begin(Execution execution, int round);
}
