// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

/** A communicator, as far as messages are sorted for it. */
public interface Participant {
    /**
     * Tells whether a message may still be wanted.
     *
     * @param kind   of {@link io.oriel.collectives.lane.Key}
     * @param number of the operation or tag
     * @return false if what it was for is over
     */
    boolean wants(int kind, int number);

    /**
     * Returns whether no message for this communicator can arrive any more.
     *
     * @return true once all ranks have closed the communicator or have gone
     */
    boolean isOver();

    /**
     * A rank has closed the communicator: what it has sent for it came before.
     *
     * @param worldRank which
     */
    void left(int worldRank);

    /**
     * A rank has told that an operation has failed there.
     *
     * @param worldRank which
     * @param trouble   why
     */
    void failed(int worldRank, Trouble trouble);
}
