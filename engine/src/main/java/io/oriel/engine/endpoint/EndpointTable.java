// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.transport.Port;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The endpoints of one adapter by id; each id has a generation, so that frames for a former endpoint fit no other. */
public final class EndpointTable {
    private static final int INITIAL_CAPACITY = 16;

    private @Nullable EngineEndpoint[] endpoints = new EngineEndpoint[INITIAL_CAPACITY];
    private @Nullable Peering[] peerings = new Peering[INITIAL_CAPACITY];
    private byte[] generations = new byte[INITIAL_CAPACITY];
    private int end;

    // Written by the agent, emptied by the domain's owner.
    private final Queue<Peering> attached = new ConcurrentLinkedQueue<>();

    /** Creates an empty table. */
    public EndpointTable() {}

    /**
     * Finds a free id.
     *
     * @return the id, with the generation that {@link #generationOf} tells
     * @throws NdException INSUFFICIENT_RESOURCES if every id is taken
     */
    int freeId() {
        for (int id = 0; id < end; id++) {
            if (endpoints[id] == null && forgets(id)) {
                return id;
            }
        }
        if (end == Port.MAX_ENDPOINTS) {
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "the adapter has " + Port.MAX_ENDPOINTS
                            + " endpoints, its limit; close some or open another adapter");
        }
        return end;
    }

    int generationOf(int id) {
        return id < generations.length ? generations[id] & 0xFF : 0;
    }

    void put(int id, EngineEndpoint endpoint) {
        if (id >= endpoints.length) {
            endpoints = Arrays.copyOf(endpoints, endpoints.length * 2);
            peerings = Arrays.copyOf(peerings, peerings.length * 2);
            generations = Arrays.copyOf(generations, generations.length * 2);
        }
        endpoints[id] = endpoint;
        peerings[id] = endpoint.peering();
        end = Math.max(end, id + 1);
    }

    /** Removes a closed endpoint; its id stays taken while frames for it may still come. */
    void remove(int id) {
        EngineEndpoint closed = endpoints[id];
        endpoints[id] = null;
        takeAttached();
        LinkEnd link = closed == null ? null : closed.peering().link();
        if (link != null) {
            link.endpoints().remove(closed.peering());
        }
    }

    /** Finds the endpoint that a frame is for; null if there is none of that id and generation. */
    @Nullable
    Peering find(int id, int generation) {
        return id < end && (generations[id] & 0xFF) == generation ? peerings[id] : null;
    }

    int end() {
        return end;
    }

    @Nullable
    Peering at(int id) {
        return peerings[id];
    }

    /**
     * Tells whether there is no endpoint.
     *
     * @return true if all ids are free
     */
    public boolean isEmpty() {
        for (int id = 0; id < end; id++) {
            if (endpoints[id] != null) {
                return false;
            }
        }
        return true;
    }

    /** Frees the id of a closed endpoint; false if frames for it may still come. */
    private boolean forgets(int id) {
        Peering left = peerings[id];
        if (left != null) {
            if (!left.isOver()) {
                return false;
            }
            peerings[id] = null;
            generations[id]++;
        }
        return true;
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
