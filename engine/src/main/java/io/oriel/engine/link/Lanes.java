// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.transport.Port;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.collections.IntArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one adapter's endpoints by id; each id has a generation, so that frames for a former endpoint fit no other. By
 * the domain's owner.
 */
public final class Lanes {
    private static final int INITIAL_CAPACITY = 16;
    /** At how many closed endpoints is looked for a free id before a new one is taken. */
    private static final int LOOKS = 4;

    private final Port port;
    private @Nullable Addressee[] addressees = new Addressee[INITIAL_CAPACITY];
    private byte[] generations = new byte[INITIAL_CAPACITY];
    private final int firstGeneration = (int) CounterStart.value();
    private int end;

    // The ids of closed endpoints, those closed first or looked at longest ago at the head.
    private final IntArrayQueue closed = new IntArrayQueue();

    // Written by the agent, emptied by the domain's owner.
    private final Queue<Addressee> attached = new ConcurrentLinkedQueue<>();

    /**
     * Creates an empty table.
     *
     * @param port of the adapter
     */
    public Lanes(Port port) {
        this.port = port;
    }

    /**
     * Makes a lane under a free id: of those of closed endpoints for which no frame can come any more one of the oldest, or a
     * new one.
     *
     * @return the lane; its id stays free until {@link #put}
     * @throws NdException INSUFFICIENT_RESOURCES if every id is taken
     */
    public Lane newLane() {
        int id = freeId();
        int reused = id < generations.length ? generations[id] : 0;
        return new Lane(port, new Addressee(id, (firstGeneration + reused) & 0xFF));
    }

    private int freeId() {
        boolean full = end == Port.MAX_ENDPOINTS;
        int looks = full ? closed.size() : Math.min(closed.size(), LOOKS);
        for (int look = 0; look < looks; look++) {
            int id = closed.peekInt();
            if (forgets(id)) {
                return id;
            }
            closed.addInt(closed.pollInt());
        }
        if (full) {
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "the adapter has " + Port.MAX_ENDPOINTS
                            + " endpoints, its limit; close some or open another adapter");
        }
        return end;
    }

    /**
     * Tells whether so many closed endpoints are left that progress has to be made for them.
     *
     * @return true if there are more than {@link #newLane} looks at
     */
    public boolean holdsClosed() {
        return closed.size() > LOOKS;
    }

    /** Lets go of what stayed of a closed endpoint; false if frames for it may still come. */
    private boolean forgets(int id) {
        Addressee former = addressees[id];
        if (former == null) {
            return true; // an id that was found before, and not used
        }
        if (!former.isOver()) {
            return false;
        }
        addressees[id] = null;
        generations[id]++;
        return true;
    }

    /**
     * Enters a lane; or throws, and nothing has changed.
     *
     * @param lane the one made last
     */
    public void put(Lane lane) {
        int id = lane.id();
        if (id == end) {
            if (id == addressees.length) {
                grow(id * 2);
            }
            end++;
        } else {
            int found = closed.pollInt();
            assert found == id : "id " + id + " is not the free one, " + found;
        }
        addressees[id] = lane.addressee();
    }

    /** All or none. */
    private void grow(int capacity) {
        @Nullable Addressee[] more = Arrays.copyOf(addressees, capacity);
        generations = Arrays.copyOf(generations, capacity);
        addressees = more;
    }

    /**
     * The endpoint of a lane is closed, if it is here; its id stays taken while frames for it may still come.
     *
     * @param former lane
     */
    public void close(Lane former) {
        int id = former.id();
        Addressee addressee = former.addressee();
        if (id >= end || addressees[id] != addressee || addressee.isClosed()) {
            return;
        }
        addressee.close();
        takeAttached();
        closed.addInt(id);
    }

    /** Tells whether more than one endpoint is open. */
    boolean areSeveral() {
        return end - closed.size() > 1;
    }

    /** Finds to whom a frame comes, maybe a closed endpoint; null if there is none of that id and generation. */
    @Nullable
    Addressee find(int id, int generation) {
        Addressee addressee = id < end ? addressees[id] : null;
        return addressee != null && addressee.generation() == generation ? addressee : null;
    }

    /** A lane has got its peer: the owner hands it to its link when it looks next. On the agent. */
    void attached(Lane lane) {
        attached.add(lane.addressee()); // Pairs with #takeAttached: what the lane knows of its peer.
    }

    /** Hands those that have got their peer to their links. */
    public void takeAttached() {
        for (Addressee each; (each = attached.poll()) != null; ) { // Pairs with #attached.
            if (addressees[each.id()] == each && !each.isClosed()) {
                each.enter();
            }
        }
    }
}
