// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.config.EndpointConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One side of a connection: an endpoint, its connector, and what was posted. */
final class Party {
    private static final int DEPTH = 8;
    private static final int INLINE = 64;

    /** How far its application has seen its connection go. */
    enum Stage {
        WAITING,
        CONNECTING,
        COMPLETING,
        ACCEPTING,
        CONNECTED,
        OVER
    }

    final Place place;
    final long name;
    final Endpoint endpoint;
    final Connector connector;
    final @Nullable CompletionQueue ownQueue;

    /** From where its messages take Receives; null: it has its own. */
    final @Nullable Pool pool;

    /** Waits for all its completions before it is closed. */
    final boolean isPatient;

    final Deque<Posted> initiated = new ArrayDeque<>();
    final Deque<Posted> received = new ArrayDeque<>();

    /** Its Receives by number. */
    final List<Posted> receives = new ArrayList<>();

    final List<Binding> bindings = new ArrayList<>();
    CompletableFuture<Void> step = new CompletableFuture<>();
    Stage stage = Stage.WAITING;

    @Nullable
    Party peer;

    @Nullable
    CompletableFuture<Void> notice;

    @Nullable
    CompletableFuture<Void> disconnecting;

    /** When its application learnt of the end; -1 before. */
    long endToldNs = -1;

    /** When a request of its own failed, which ends the connection; -1 before. */
    long failedNs = -1;

    /** How often it was polled for since either. */
    int pollsSinceEnd;

    long sends;
    long taken;
    boolean isFlushed;
    boolean isClosed;
    boolean isEndSeen;
    boolean isDesolate;
    boolean isQueueClosed;

    Party(Place place, long name, World world) {
        this.place = place;
        this.name = name;
        isPatient = world.onceIn(2);
        pool = place.pool() != null && world.onceIn(2) ? place.pool() : null;
        boolean withOwnQueue = pool == null && world.has(Trait.CLOSED_QUEUES) && world.onceIn(3);
        ownQueue = withOwnQueue ? place.adapter().createCompletionQueue(4 * DEPTH) : null;
        CompletionQueue queue = ownQueue == null ? place.queue() : ownQueue;
        EndpointConfig config = EndpointConfig.defaults()
                .withQueueDepth(DEPTH)
                .withInlineDataSize(INLINE)
                .withContext(name);
        endpoint = pool == null
                ? place.adapter().createEndpoint(queue, queue, config)
                : place.adapter().createEndpoint(queue, queue, pool.queue(), config);
        place.noteId(endpoint);
        connector = place.adapter().createConnector();
    }

    boolean isConnected() {
        return stage == Stage.CONNECTED && endpoint.isConnected();
    }

    /** Tells whether its application knows that the connection has ended. */
    boolean isEndAnnounced() {
        CompletableFuture<Void> told = notice;
        CompletableFuture<Void> asked = disconnecting;
        return isFlushed
                || isClosed
                || (told != null && told.isDone() && !told.isCompletedExceptionally())
                || (asked != null && asked.isDone() && !asked.isCompletedExceptionally());
    }

    boolean hasFailed() {
        return failedNs >= 0;
    }

    boolean hasOutstanding() {
        return !initiated.isEmpty() || !received.isEmpty();
    }

    @Override
    public String toString() {
        return "party " + name + " at " + place;
    }
}
