// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.group;

import io.oriel.collectives.ElementType;
import io.oriel.collectives.data.Accumulator;
import io.oriel.collectives.data.Arguments;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.data.Reduction;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.lane.LaneLayout;
import io.oriel.collectives.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Blocking operations of one message to each other rank, without a plan: the same messages as those of the plans called FLAT, so
 * that it does not matter which of the two a rank takes.
 */
public final class Flat {
    private final Group group;
    private final World world;
    private final Accumulator sum;
    private final Exchange exchange;
    private final Lane[] others;
    private final int size;
    private final int rank;

    /**
     * Prepares the operations of a communicator.
     *
     * @param group       its ranks
     * @param accumulator for this alone while an operation waits: others go on meanwhile
     */
    public Flat(Group group, Accumulator accumulator) {
        this.group = group;
        world = group.world();
        sum = accumulator;
        exchange = new Exchange(group);
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
            exchange.prepare(lane, key, 0);
            exchange.commit(lane, key, 0);
        }
        for (int index = others.length - 1; index >= 0; index--) {
            exchange.receive(others[index], key, 0);
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
            lane.staging().put(exchange.prepare(lane, key, bytes), send, 0, count);
            exchange.commit(lane, key, bytes);
        }
        for (int member = 0; member < size; member++) {
            if (member == rank) {
                if (member == 0) {
                    sum.load(send, 0, count);
                } else {
                    add(key, null, send, operator, count);
                }
                continue;
            }
            Lane lane = others[member > rank ? member - rank - 1 : member - rank - 1 + size];
            exchange.receive(lane, key, bytes);
            if (member == 0) {
                sum.load(lane.slab(), lane.at(), type, count);
            } else {
                add(key, lane, send, operator, count);
            }
            lane.take();
        }
        sum.store(receive, 0, count);
        group.end(key);
    }

    /** Combines with what another rank has sent, or else with what this one gives. */
    private void add(long key, @Nullable Lane lane, Elements send, Reduction operator, int count) {
        Throwable thrown = null;
        world.beginCombining();
        try {
            if (lane == null) {
                sum.combine(operator, send, 0, count);
            } else {
                sum.combine(operator, lane.slab(), lane.at(), send.type(), count);
            }
        } catch (Throwable e) { // of any kind: not every language declares what is thrown
            thrown = e;
        } finally {
            world.endCombining();
        }
        if (thrown != null) {
            throw exchange.failed(key, thrown);
        }
    }

    private void broadcast(Elements data, int root) {
        long key = group.begin();
        int count = data.count();
        int bytes = count << data.type().shift();
        if (rank == root) {
            for (Lane lane : others) {
                lane.staging().put(exchange.prepare(lane, key, bytes), data, 0, count);
                exchange.commit(lane, key, bytes);
            }
        } else {
            Lane lane = group.lane(root);
            exchange.receive(lane, key, bytes);
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
            lane.staging().put(exchange.prepare(lane, key, bytes), send, 0, count);
            exchange.commit(lane, key, bytes);
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
            lane.staging().put(exchange.prepare(lane, key, bytes), send, (rank + distance) % size * count, count);
            exchange.commit(lane, key, bytes);
        }
        send.copy(rank * count, receive, rank * count, count);
        collect(key, receive, count, bytes);
        group.end(key);
    }

    /** Receives a message from each, the rank before this one first. */
    private void collect(long key, Elements receive, int count, int bytes) {
        for (int distance = size - 1; distance > 0; distance--) {
            Lane lane = others[distance - 1];
            exchange.receive(lane, key, bytes);
            lane.slab().get(lane.at(), receive, (rank + distance) % size * count, count);
            lane.take();
        }
    }
}
