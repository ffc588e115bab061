// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.transport.Port;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.agrona.collections.IntArrayQueue;
import org.jspecify.annotations.Nullable;

/** The endpoints of one adapter by id; each id has a generation, so that frames for a former endpoint fit no other. */
public final class EndpointTable {
    private static final int INITIAL_CAPACITY = 16;
    /** At how many closed endpoints is looked for a free id before a new one is taken. */
    private static final int LOOKS = 4;

    private @Nullable EngineEndpoint[] endpoints = new EngineEndpoint[INITIAL_CAPACITY];
    private @Nullable Peering[] peerings = new Peering[INITIAL_CAPACITY];
    private @Nullable Addressee[] addressees = new Addressee[INITIAL_CAPACITY];
    private byte[] generations = new byte[INITIAL_CAPACITY];
    private int end;

    // The ids of closed endpoints, those closed first or looked at longest ago at the head.
    private final IntArrayQueue closed = new IntArrayQueue();

    // Written by the agent, emptied by the domain's owner.
    private final Queue<Peering> attached = new ConcurrentLinkedQueue<>();

    /** Creates an empty table. */
    public EndpointTable() {}

    /**
     * Finds a free id: of those of closed endpoints for which no frame can come any more one of the oldest, or a new one.
     *
     * @return the id, with the generation that {@link #generationOf} tells; it stays free until {@link #put}
     * @throws NdException INSUFFICIENT_RESOURCES if every id is taken
     */
    int freeId() {
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
     * @return true if there are more than {@link #freeId} looks at
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

    int generationOf(int id) {
        return id < generations.length ? generations[id] & 0xFF : 0;
    }

    /** Enters an endpoint under the id that {@link #freeId} has found; or throws, and nothing has changed. */
    void put(int id, EngineEndpoint endpoint) {
        if (id == end) {
            if (id == endpoints.length) {
                grow(id * 2);
            }
            end++;
        } else {
            int found = closed.pollInt();
            assert found == id : "id " + id + " is not the free one, " + found;
        }
        endpoints[id] = endpoint;
        peerings[id] = endpoint.peering();
    }

    /** All or none. */
    private void grow(int capacity) {
        @Nullable EngineEndpoint[] moreEndpoints = Arrays.copyOf(endpoints, capacity);
        @Nullable Peering[] morePeerings = Arrays.copyOf(peerings, capacity);
        @Nullable Addressee[] moreAddressees = Arrays.copyOf(addressees, capacity);
        generations = Arrays.copyOf(generations, capacity);
        endpoints = moreEndpoints;
        peerings = morePeerings;
        addressees = moreAddressees;
    }

    /** Removes a closed endpoint, if it is here; its id stays taken while frames for it may still come. */
    void remove(Peering former) {
        int id = former.id();
        if (id >= end || peerings[id] != former) {
            return;
        }
        endpoints[id] = null;
        peerings[id] = null;
        addressees[id] = former.close();
        takeAttached();
        LinkEnd link = former.link();
        if (link != null) {
            link.endpoints().remove(former);
        }
        closed.addInt(id);
    }

    /** Finds the open endpoint that a frame is for; null if there is none of that id and generation. */
    @Nullable
    Peering find(int id, int generation) {
        return id < end && (generations[id] & 0xFF) == generation ? peerings[id] : null;
    }

    /** Finds the closed endpoint that a frame is for; null if there is none of that id and generation. */
    @Nullable
    Addressee findClosed(int id, int generation) {
        return id < end && (generations[id] & 0xFF) == generation ? addressees[id] : null;
    }

    /** Closes every endpoint. The caller holds the domain. */
    public void close() {
        for (int id = 0; id < end; id++) {
            EngineEndpoint endpoint = endpoints[id];
            if (endpoint != null) {
                endpoint.closeHeld();
            }
        }
    }

    /** Ends every endpoint, because the medium is gone. The caller holds the domain. */
    public void removeMedium() {
        for (int id = 0; id < end; id++) {
            EngineEndpoint endpoint = endpoints[id];
            if (endpoint != null) {
                endpoint.peering().mediumRemoved();
            }
        }
    }

    /** An endpoint gets its peer: the owner hands it to its link when it looks next. On the agent. */
    void attached(Peering endpoint) {
        attached.add(endpoint); // Pairs with #takeAttached: what the endpoint knows of its peer.
    }

    /** Hands those that have got their peer to their links. By the domain's owner. */
    public void takeAttached() {
        for (Peering each; (each = attached.poll()) != null; ) { // Pairs with #attached.
            EngineEndpoint open = endpoints[each.id()];
            if (open != null && open.peering() == each) {
                each.requireLink().endpoints().add(each);
            }
        }
    }
}
