// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.group;

import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.lane.Flag;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.world.Trouble;
import io.oriel.collectives.world.World;

/** One message to another rank or from it, waiting until it has gone or come. By the domain's owner. */
public final class Exchange {
    private final Group group;
    private final World world;

    /**
     * Prepares exchanges of a communicator.
     *
     * @param group its ranks
     */
    public Exchange(Group group) {
        this.group = group;
        world = group.world();
    }

    /**
     * Returns where the payload of a message goes, as soon as there is room for it.
     *
     * @param lane  to the other rank
     * @param key   of the message
     * @param bytes of the payload
     * @return an index in the lane's staging
     */
    public int prepare(Lane lane, long key, int bytes) {
        if (!lane.hasRoom()) {
            awaitRoom(lane, key);
        }
        return lane.stagingAt(bytes);
    }

    /**
     * Sends a message whose payload is there.
     *
     * @param lane  to the other rank
     * @param key   of the message
     * @param bytes of the payload
     */
    public void commit(Lane lane, long key, int bytes) {
        if (!lane.commit(key, bytes, Flag.LAST) && !world.commit(lane, key, bytes, Flag.LAST)) {
            throw gone(key, lane);
        }
    }

    /**
     * Finds the message of another rank, as soon as it is there. It is to be taken then.
     *
     * @param lane  to the other rank
     * @param key   of the message
     * @param bytes that its payload must have
     */
    public void receive(Lane lane, long key, int bytes) {
        if (!lane.find(key)) {
            awaitMessage(lane, key);
        }
        boolean isWhole = lane.isMarked(Flag.LAST) && !lane.isMarked(Flag.OFFER);
        if (lane.length() != bytes || !isWhole) {
            String more = isWhole ? "" : " and more";
            throw failed(
                    key,
                    Trouble.of(
                            CollectiveStatus.MISMATCH,
                            lane.rank(),
                            "sent " + lane.length() + more + " bytes where " + bytes + " were expected"));
        }
    }

    private void awaitRoom(Lane lane, long key) {
        for (int turn = 0; !lane.hasRoom(); turn++) {
            world.turn(turn);
            Trouble why = world.isTimeToLook(turn) ? group.obstacle(group.memberOf(lane.rank()), key) : null;
            if (why != null) {
                throw failed(key, why);
            }
        }
    }

    private void awaitMessage(Lane lane, long key) {
        for (int turn = 0; !lane.find(key); turn++) {
            world.turn(turn);
            if (world.isTimeToLook(turn)) {
                look(lane, key);
            }
        }
    }

    /** Throws if a rank that is waited for is not there. */
    private void look(Lane lane, long key) {
        Trouble why = group.obstacle(group.memberOf(lane.rank()), key, key);
        if (why != null) {
            throw failed(key, why);
        }
    }

    private RuntimeException gone(long key, Lane lane) {
        Trouble found = group.obstacle(group.memberOf(lane.rank()), key);
        return failed(
                key, found != null ? found : Trouble.of(CollectiveStatus.RANK_DIED, lane.rank(), "cannot be reached"));
    }

    /**
     * Ends an operation because an operator has thrown something.
     *
     * @param key    of the operation
     * @param thrown by the operator
     * @return to be thrown
     */
    public RuntimeException failed(long key, Throwable thrown) {
        return failed(key, Trouble.ofOperator(world.rank(), thrown));
    }

    private RuntimeException failed(long key, Trouble why) {
        group.end(key);
        group.tell(key, why);
        world.communicators().forgetUnwanted();
        return group.exception(why, "the operation has failed");
    }
}
