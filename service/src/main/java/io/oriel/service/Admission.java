// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.api.config.EndpointConfig;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.connect.Acceptor;
import io.oriel.service.connect.Arrival;
import io.oriel.service.protocol.CounterStart;
import io.oriel.service.protocol.Greeting;
import io.oriel.service.protocol.HeaderLayout;
import io.oriel.service.protocol.Refusal;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who may become a client: looks at each that comes, and gives it a place or says why not. */
final class Admission {
    private static final long ACCEPT_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int SPARE_REQUESTS = 4;
    private static final int PATIENCE = 64;

    private final Server server;
    private final Adapter adapter;
    private final CompletionQueue queue;
    private final SharedReceiveQueue receives;
    private final Acceptor acceptor;
    private final @Nullable Peer[] peers;
    private final Consumer<Arrival> arrivals = this::arrive;
    private final Peer[] owing;
    private int owingCount;
    private long generation = CounterStart.value();
    private int accepting;
    private int endsSeen;
    private int endsNoted;
    private int patience;
    private boolean leaving;

    Admission(Server server, Adapter adapter, CompletionQueue queue, SharedReceiveQueue receives, Acceptor acceptor) {
        this.server = server;
        this.adapter = adapter;
        this.queue = queue;
        this.receives = receives;
        this.acceptor = acceptor;
        peers = new Peer[server.config().maxClients()];
        owing = new Peer[2 * peers.length]; // some have gone, and others have come in their places
    }

    /** Returns those who have a place, by place. */
    @Nullable
    Peer[] peers() {
        return peers;
    }

    /** Returns the client of an endpoint; null if it has gone. */
    @Nullable
    Peer peer(long context) {
        Peer peer = peers[Peer.place(context)];
        return peer != null && peer.context() == context && peer.isOpen() ? peer : null;
    }

    int count() {
        int count = 0;
        for (Peer peer : peers) {
            count += peer == null ? 0 : 1;
        }
        return count;
    }

    void vacate(Peer peer) {
        if (peers[peer.place()] == peer) {
            peers[peer.place()] = null;
        }
    }

    /** The client has completed its connection, or sent something, which says the same. */
    void connected(Peer peer) {
        if (peer.acceptance() != null) {
            accepting--;
            peer.connected();
            endsSeen = endsNoted - 1; // it may have ended before it was known to be connected: look once more
            patience = PATIENCE;
            server.tell(clients ->
                    clients.onConnected(peer.context(), peer.connection().explain()));
        }
    }

    void gone(Peer peer) {
        if (peer.acceptance() != null) {
            accepting--;
            peer.connected();
        }
    }

    int poll(boolean idle) {
        int count = acceptor.poll(arrivals);
        if (accepting > 0) {
            count += pollAccepting(server.nanoTime());
        }
        if (leaving) {
            tellLeaving();
        }
        return count + pollEnds(idle);
    }

    private int pollEnds(boolean idle) {
        int ends = acceptor.ends();
        if (ends != endsNoted) {
            endsNoted = ends; // what was sent before the end is looked at first: with one more poll that finds nothing
            patience = PATIENCE;
            return 1;
        }
        if (ends == endsSeen || (!idle && --patience > 0)) {
            return 0;
        }
        endsSeen = ends;
        noteEnds();
        return 1;
    }

    private int pollAccepting(long nowNs) {
        int count = 0;
        for (Peer peer : peers) {
            var acceptance = peer == null || !peer.isOpen() ? null : peer.acceptance();
            NdStatus status = acceptance == null ? NdStatus.PENDING : acceptance.poll(nowNs);
            if (peer == null || status == NdStatus.PENDING) {
                continue;
            }
            count++;
            if (status == NdStatus.SUCCESS) {
                connected(peer);
            } else {
                gone(peer);
                peer.close();
                vacate(peer);
                server.tell(clients -> clients.onRefused(status, "a client has not completed its connection"));
            }
        }
        return count;
    }

    private void arrive(Arrival arrival) {
        Refusal refusal;
        try {
            refusal = consider(arrival);
        } catch (NdException e) {
            refusal = new Refusal(e.status(), "the server cannot take the client: " + e.getMessage());
        }
        if (refusal != null) {
            NdStatus status = refusal.status();
            String text = refusal.text();
            NdStatus told = arrival.reject(refusal.toBytes());
            server.tell(clients ->
                    clients.onRefused(status, told == NdStatus.SUCCESS ? text : text + "; it was not told: " + told));
        }
    }

    private @Nullable Refusal consider(Arrival arrival) {
        byte[] data = arrival.privateData();
        String fault = Greeting.fault(data);
        if (!fault.isEmpty()) {
            return new Refusal(NdStatus.INVALID_PARAMETER_MIX, fault);
        }
        ServerConfig config = server.config();
        Greeting client = Greeting.parse(data);
        String misfit = client.misfit(config);
        if (!misfit.isEmpty()) {
            return new Refusal(NdStatus.INVALID_PARAMETER_MIX, misfit);
        }
        if (leaving) {
            return new Refusal(NdStatus.DEVICE_NOT_READY, "the server leaves, and takes no more clients");
        }
        for (int place = 0; place < peers.length; place++) {
            if (peers[place] == null) {
                accept(arrival, place, Greeting.answer(config, client));
                return null;
            }
        }
        return new Refusal(
                NdStatus.INSUFFICIENT_RESOURCES,
                "the server has " + peers.length + " clients, which is as many as it takes");
    }

    private void accept(Arrival arrival, int place, Greeting agreed) {
        long context = Peer.context(++generation, place);
        int sends = agreed.requestsInFlight() + agreed.partsInFlight() + SPARE_REQUESTS; // those behind are done
        EndpointConfig endpointConfig = EndpointConfig.defaults()
                .withReceiveQueueDepth(agreed.requestsInFlight() + SPARE_REQUESTS)
                .withInitiatorQueueDepth(sends)
                .withMaxSge(1)
                .withInlineDataSize(HeaderLayout.LENGTH)
                .withContext(context);
        Endpoint endpoint = adapter.createEndpoint(queue, queue, receives, endpointConfig);
        var acceptance = arrival.accept(endpoint, agreed.toBytes(), server.nanoTime() + ACCEPT_NS);
        peers[place] = new Peer(server, place, context, acceptance, agreed);
        accepting++;
    }

    /** Disconnects those whose connections have ended. */
    private void noteEnds() {
        for (Peer peer : peers) {
            if (peer != null
                    && peer.isOpen()
                    && peer.acceptance() == null
                    && peer.connection().hasEnded()) {
                server.drop(peer, NdStatus.STATUS_CONNECTION_DISCONNECTED, "the client has left or died");
            }
        }
    }

    /** Notes a client to whom something is to be given back, once until that is done. */
    void owes(Peer peer) {
        owing[owingCount++] = peer;
    }

    /** Gives back what clients have sent without waiting for an answer. */
    void payBack() {
        int kept = 0;
        for (int index = 0; index < owingCount; index++) {
            Peer peer = owing[index];
            if (!peer.payBack()) {
                owing[kept++] = peer;
            }
        }
        owingCount = kept;
    }

    /** Tells all that the server leaves; whom it cannot tell now, it tells when it is called again. */
    private void tellLeaving() {
        for (Peer peer : peers) {
            if (peer != null) {
                peer.tellLeaving();
            }
        }
    }

    /** Takes no more clients: who comes is refused at once, and who is there is told. */
    void leave() {
        leaving = true;
        acceptor.close();
        tellLeaving();
    }
}
