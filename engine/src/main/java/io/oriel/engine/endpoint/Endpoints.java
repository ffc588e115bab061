// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.Endpoint;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.control.Patience;
import io.oriel.engine.credit.Demand;
import io.oriel.engine.credit.EngineSharedReceiveQueue;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.initiator.Initiator;
import io.oriel.engine.initiator.Posting;
import io.oriel.engine.link.Lane;
import io.oriel.engine.link.Lanes;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.WindowHolder;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.responder.Receives;
import io.oriel.engine.responder.Responder;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Port;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The endpoints of one adapter: puts the parts of each together. By the domain's owner, unless a method says otherwise. */
public final class Endpoints {
    private final Domain domain;
    private final Port port;
    private final RegionTable regions;
    private final WindowTable windows;
    private final Patience patience;
    private final long directSendThreshold;
    private final Lanes lanes;
    private final Set<EngineEndpoint> open = new LinkedHashSet<>();

    /**
     * Creates an empty set.
     *
     * @param domain              of the adapter
     * @param port                of the adapter, on its medium
     * @param regions             of the adapter
     * @param windows             of the adapter
     * @param patience            with peers
     * @param directSendThreshold bytes of the longest Send that always travels in frames
     */
    public Endpoints(
            Domain domain,
            Port port,
            RegionTable regions,
            WindowTable windows,
            Patience patience,
            long directSendThreshold) {
        this.domain = domain;
        this.port = port;
        this.regions = regions;
        this.windows = windows;
        this.patience = patience;
        this.directSendThreshold = directSendThreshold;
        lanes = new Lanes(port);
    }

    /**
     * Creates an endpoint, not connected.
     *
     * @param receiveSlots of its Receives
     * @param requestSlots of its initiator requests
     * @param shared       where its Receives come from; null if they are its own
     * @param config       checked
     * @return the endpoint
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES
     */
    public Endpoint create(
            Slots receiveSlots, Slots requestSlots, @Nullable EngineSharedReceiveQueue shared, EndpointConfig config) {
        if (lanes.holdsClosed()) {
            domain.progress(); // their ids are free when nothing more comes, and perhaps nobody polls
        }
        Lane lane = lanes.newLane();
        ReceiveRing ring = shared == null ? newReceiveRing(lane, config) : null;
        EngineEndpoint endpoint;
        try {
            Demand demand = shared == null ? null : shared.newDemand(receiveSlots, lane, port);
            Receives receives = new Receives(lane, regions, config, receiveSlots, ring, demand, patience);
            WindowHolder holder = new WindowHolder();
            Responder responder = new Responder(lane, receives, windows, holder);
            Initiator initiator =
                    new Initiator(lane, config, requestSlots, regions, holder, patience, directSendThreshold);
            EndpointState state = new EndpointState();
            Exchange exchange = new Exchange(domain, lane, state, initiator, responder, holder, patience);
            endpoint = new EngineEndpoint(
                    this,
                    lane,
                    new ConnectionEnd(domain, lane, state, exchange, receives),
                    new Posting(regions, windows, config, initiator),
                    config.context());
        } catch (Throwable e) {
            if (ring != null) {
                ring.release();
            }
            throw e;
        }
        receiveSlots.belongTo(endpoint, endpoint::closeHeld);
        requestSlots.belongTo(endpoint, endpoint::closeHeld);
        endpoint.register();
        return endpoint;
    }

    /** Makes what shows an endpoint's Receives to a peer that places messages; null if none may. */
    private @Nullable ReceiveRing newReceiveRing(Lane lane, EndpointConfig config) {
        if (config.maxReceiveSge() == 0 || directSendThreshold == Long.MAX_VALUE) {
            return null;
        }
        long user = DirectLayout.user(lane.id(), lane.generation());
        return ReceiveRing.create(port, config.receiveQueueDepth(), directSendThreshold, user);
    }

    /** Enters an endpoint; or throws. */
    void add(EngineEndpoint endpoint, Lane lane) {
        lanes.put(lane);
        open.add(endpoint);
    }

    /** An endpoint is closed, if it is here. */
    void remove(EngineEndpoint endpoint, Lane lane) {
        open.remove(endpoint);
        lanes.close(lane);
    }

    Domain domain() {
        return domain;
    }

    /** Closes every endpoint. */
    public void close() {
        List.copyOf(open).forEach(EngineEndpoint::closeHeld);
    }

    /** Ends every endpoint, because the medium is gone. */
    public void removeMedium() {
        List.copyOf(open).forEach(EngineEndpoint::mediumRemoved);
    }

    /** Hands endpoints that have got their peers to their links. */
    public void takeAttached() {
        lanes.takeAttached();
    }

    // On the agent.

    /**
     * Makes the engine's end of a link, which the domain progresses from now on. On the agent.
     *
     * @param link       ready to carry frames
     * @param onDetached run on the agent when the domain does not touch the link any more
     * @return the end
     */
    public LinkEnd newLinkEnd(Link link, Runnable onDetached) {
        LinkEnd end = new LinkEnd(link, port, domain, lanes, patience.loop()::execute, onDetached);
        domain.add(end);
        return end;
    }

    /**
     * Returns an endpoint for a connection to use. From any thread.
     *
     * @param endpoint any
     * @return null if it is closed, or of another adapter
     */
    public @Nullable EndpointInUse inUse(Endpoint endpoint) {
        return endpoint instanceof EngineEndpoint own && own.isUsableIn(this)
                ? new EndpointInUse(own.connection())
                : null;
    }
}
