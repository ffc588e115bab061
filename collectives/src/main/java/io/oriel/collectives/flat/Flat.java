// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flat;

import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.data.Accumulator;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.data.Reduction;
import io.oriel.collectives.flow.Arguments;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Flag;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.lane.LaneLayout;
import io.oriel.collectives.world.Trouble;
import io.oriel.collectives.world.World;

/**
 * Blocking operations of one message to each other rank, without a plan: the same messages as those of the plans called FLAT, so
 * that it does not matter which of the two a rank takes.
 */
public final class Flat {
    private final Group group;
    private final World world;
    private final Lane[] others;
    private final int size;
    private final int rank;

    /**
     * Prepares the operations of a communicator.
     *
     * @param group its ranks
     */
    public Flat(Group group) {
        this.group = group;
        world = group.world();
        size = group.size();
        rank = group.rank();
        others = new Lane[size - 1];
        for (int distance = 1; distance < size; distance++) {
            others[distance - 1] = group.lane((rank + distance) % size);
        }
    }

    /**
     * Tells whether an operation can take this way.
     *
     * @param arguments of the operation, for which FLAT was chosen
     * @return false if it needs a plan
     */
    public boolean takes(Arguments arguments) {
        return switch (arguments.collective) {
            case BARRIER -> true;
            case ALL_REDUCE -> arguments.send.byteLength() <= LaneLayout.MAX_PAYLOAD;
            case BROADCAST -> arguments.receive.byteLength() <= LaneLayout.MAX_PAYLOAD;
            case ALL_GATHER ->
                arguments.receiveCounts.length == 0 && arguments.send.byteLength() <= LaneLayout.MAX_PAYLOAD;
            case ALL_TO_ALL ->
                arguments.sendCounts.length == 0 && arguments.send.byteLength() <= (long) LaneLayout.MAX_PAYLOAD * size;
            default -> false;
        };
    }

    /**
     * Carries out an operation.
     *
     * @param arguments that it {@link #takes}
     */
    public void run(Arguments arguments) {
        switch (arguments.collective) {
            case BARRIER -> barrier();
            case ALL_REDUCE -> allReduce(arguments.send, arguments.receive, arguments.operator);
            case BROADCAST -> broadcast(arguments.receive, arguments.root);
            case ALL_GATHER -> allGather(arguments.send, arguments.receive);
            default -> allToAll(arguments.send, arguments.receive);
        }
    }

    /** Waits for all. */
    public void barrier() {
        long key = group.begin();
        for (Lane lane : others) {
            prepare(lane, key, 0);
            commit(lane, key, 0);
        }
        for (int index = others.length - 1; index >= 0; index--) {
            receive(others[index], key, 0);
            others[index].take();
        }
        group.end(key);
    }

    /**
     * Combines what all have.
     *
     * @param send     what this rank gives
     * @param receive  takes the result
     * @param operator combines
     */
    public void allReduce(Elements send, Elements receive, Reduction operator) {
        long key = group.begin();
        ElementType type = send.type();
        int count = send.count();
        int bytes = count << type.shift();
        for (Lane lane : others) {
            lane.staging().put(prepare(lane, key, bytes), send, 0, count);
            commit(lane, key, bytes);
        }
        Accumulator sum = world.accumulator();
        for (int member = 0; member < size; member++) {
            if (member == rank) {
                addOwn(sum, key, member == 0, send, operator, count);
                continue;
            }
            Lane lane = others[member > rank ? member - rank - 1 : member - rank - 1 + size];
            receive(lane, key, bytes);
            if (member == 0) {
                sum.load(lane.slab(), lane.at(), type, count);
            } else {
                add(sum, key, lane, operator, type, count);
            }
            lane.take();
        }
        sum.store(receive, 0, count);
        group.end(key);
    }

    private void addOwn(Accumulator sum, long key, boolean isFirst, Elements send, Reduction operator, int count) {
        if (isFirst) {
            sum.load(send, 0, count);
            return;
        }
        try {
            sum.combine(operator, send, 0, count);
        } catch (RuntimeException | Error e) {
            throw failed(key, e);
        }
    }

    private void add(Accumulator sum, long key, Lane lane, Reduction operator, ElementType type, int count) {
        try {
            sum.combine(operator, lane.slab(), lane.at(), type, count);
        } catch (RuntimeException | Error e) {
            throw failed(key, e);
        }
    }

    private void broadcast(Elements data, int root) {
        long key = group.begin();
        int count = data.count();
        int bytes = count << data.type().shift();
        if (rank == root) {
            for (Lane lane : others) {
                lane.staging().put(prepare(lane, key, bytes), data, 0, count);
                commit(lane, key, bytes);
            }
        } else {
            Lane lane = group.lane(root);
            receive(lane, key, bytes);
            lane.slab().get(lane.at(), data, 0, count);
            lane.take();
        }
        group.end(key);
    }

    private void allGather(Elements send, Elements receive) {
        long key = group.begin();
        int count = send.count();
        int bytes = count << send.type().shift();
        for (Lane lane : others) {
            lane.staging().put(prepare(lane, key, bytes), send, 0, count);
            commit(lane, key, bytes);
        }
        send.copy(0, receive, rank * count, count);
        collect(key, receive, count, bytes);
        group.end(key);
    }

    private void allToAll(Elements send, Elements receive) {
        long key = group.begin();
        int count = send.count() / size;
        int bytes = count << send.type().shift();
        for (int distance = 1; distance < size; distance++) {
            Lane lane = others[distance - 1];
            lane.staging().put(prepare(lane, key, bytes), send, (rank + distance) % size * count, count);
            commit(lane, key, bytes);
        }
        send.copy(rank * count, receive, rank * count, count);
        collect(key, receive, count, bytes);
        group.end(key);
    }

    /** Receives a message from each, the rank before this one first. */
    private void collect(long key, Elements receive, int count, int bytes) {
        for (int distance = size - 1; distance > 0; distance--) {
            Lane lane = others[distance - 1];
            receive(lane, key, bytes);
            lane.slab().get(lane.at(), receive, (rank + distance) % size * count, count);
            lane.take();
        }
    }

    /** Returns where the payload of a message goes, as soon as there is room for it. */
    private int prepare(Lane lane, long key, int bytes) {
        if (!lane.hasRoom()) {
            awaitRoom(lane, key);
        }
        return lane.stagingAt(bytes);
    }

    private void commit(Lane lane, long key, int bytes) {
        if (!lane.commit(key, bytes, Flag.LAST) && !world.commit(lane, key, bytes, Flag.LAST)) {
            throw failed(key, lane);
        }
    }

    /** Finds the message of a rank, as soon as it is there. */
    private void receive(Lane lane, long key, int bytes) {
        if (!lane.find(key)) {
            awaitMessage(lane, key);
        }
        if (lane.length() != bytes || !lane.isMarked(Flag.LAST)) {
            throw failed(
                    key,
                    Trouble.of(
                            CollectiveStatus.MISMATCH,
                            lane.rank(),
                            "sent " + lane.length() + (lane.isMarked(Flag.LAST) ? "" : " and more") + " bytes where "
                                    + bytes + " were expected"));
        }
    }

    private void awaitRoom(Lane lane, long key) {
        for (int turn = 0; !lane.hasRoom(); turn++) {
            world.turn(turn);
            if (world.isTimeToLook(turn)) {
                look(lane, key);
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
        Trouble found = group.troubleOf(memberOf(lane));
        if (lane.find(key)) {
            return;
        }
        Trouble told = group.toldBy(lane, key);
        Trouble why = told != null ? told : found;
        if (why != null) {
            throw failed(key, why);
        }
    }

    private int memberOf(Lane lane) {
        int index = 0;
        while (others[index] != lane) {
            index++;
        }
        return (rank + index + 1) % size;
    }

    private RuntimeException failed(long key, Lane lane) {
        Trouble found = world.troubleOf(lane.rank());
        return failed(
                key, found != null ? found : Trouble.of(CollectiveStatus.RANK_DIED, lane.rank(), "cannot be reached"));
    }

    private RuntimeException failed(long key, Throwable thrown) {
        return failed(
                key,
                new Trouble(
                        CollectiveStatus.OPERATOR_FAILED,
                        world.rank(),
                        "has an operator that failed: " + thrown,
                        thrown));
    }

    private RuntimeException failed(long key, Trouble why) {
        group.end(key);
        group.tell(key, why);
        world.forgetUnwanted();
        return group.exception(why, "the operation has failed");
    }
}
