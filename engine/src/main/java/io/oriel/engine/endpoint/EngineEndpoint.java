// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.completion.EngineCompletionQueue;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.concurrent.HotPath;
import io.oriel.engine.direct.ReceiveRing;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.initiator.InitiatorQueue;
import io.oriel.engine.responder.Receives;
import io.oriel.engine.shared.EngineSharedReceiveQueue;
import io.oriel.engine.shared.ShownCredit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** An endpoint of the engine: the way in for requests. */
public final class EngineEndpoint implements Endpoint {
    private final EndpointHome home;
    private final Domain domain;
    private final EndpointConfig config;
    private final Slots requestSlots;
    private final Receives receives;
    private final Peering peering;
    private final Posting posting;
    private boolean closed;

    /**
     * Creates an endpoint, not connected. By the domain's owner.
     *
     * @param home                 of the adapter
     * @param receiveCompletions   where its Receives complete
     * @param initiatorCompletions where its initiator requests complete
     * @param shared               where its Receives come from; null if they are its own
     * @param config               checked
     */
    public EngineEndpoint(
            EndpointHome home,
            EngineCompletionQueue receiveCompletions,
            EngineCompletionQueue initiatorCompletions,
            @Nullable EngineSharedReceiveQueue shared,
            EndpointConfig config) {
        this.home = home;
        domain = home.domain();
        this.config = config;
        int depth = config.initiatorQueueDepth();
        requestSlots = new Slots(initiatorCompletions, config.context(), depth, depth);
        requestSlots.belongTo(this, this::closeHeld);
        depth = config.receiveQueueDepth();
        // A Receive may come with an invalidation by the peer.
        Slots receiveSlots = new Slots(receiveCompletions, config.context(), depth, 2L * depth);
        receiveSlots.belongTo(this, this::closeHeld);
        InitiatorQueue requests = new InitiatorQueue(
                config.initiatorQueueDepth(),
                config.maxInitiatorSge(),
                config.inlineDataSize(),
                home.regions(),
                requestSlots);
        int id = home.endpoints().freeId();
        ReceiveRing ring = shared == null ? home.newReceiveRing(id, config) : null;
        try {
            ShownCredit credit =
                    new ShownCredit(home.port(), id, home.endpoints().generationOf(id));
            receives = new Receives(credit, home.regions(), config, receiveSlots, ring, shared);
            peering = new Peering(home, id, requests, receives);
            posting = new Posting(home, config, requests, peering.initiator());
        } catch (Throwable e) {
            if (ring != null) {
                ring.release();
            }
            throw e;
        }
    }

    /** Enters the endpoint into the tables of its adapter; or throws, and it is closed. By the domain's owner. */
    public void register() {
        try {
            home.endpoints().put(peering.id(), this);
            receives.register();
            requestSlots.register();
        } catch (Throwable e) {
            closeHeld();
            throw e;
        }
    }

    @Override
    @HotPath
    public NdStatus send(long requestContext, ScatterGatherList list, int flags) {
        domain.enter();
        try {
            return peering.isConnected() ? posting.send(peering.requireLink(), requestContext, list, flags) : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus sendAndInvalidate(long requestContext, ScatterGatherList list, RemoteWindow window, int flags) {
        domain.enter();
        try {
            return peering.isConnected()
                    ? posting.sendAndInvalidate(peering.requireLink(), requestContext, list, window, flags)
                    : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus receive(long requestContext, ScatterGatherList list) {
        domain.enter();
        try {
            return peering.takesReceives() ? receives.post(requestContext, list) : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus read(long requestContext, ScatterGatherList list, RemoteWindow window, long offset, int flags) {
        domain.enter();
        try {
            return peering.isConnected()
                    ? posting.read(peering.requireLink(), requestContext, list, window, offset, flags)
                    : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus write(long requestContext, ScatterGatherList list, RemoteWindow window, long offset, int flags) {
        domain.enter();
        try {
            return peering.isConnected()
                    ? posting.write(peering.requireLink(), requestContext, list, window, offset, flags)
                    : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus writeWithImmediate(
            long requestContext, ScatterGatherList list, RemoteWindow window, long offset, int immediate, int flags) {
        domain.enter();
        try {
            return peering.isConnected()
                    ? posting.writeWithImmediate(
                            peering.requireLink(), requestContext, list, window, offset, immediate, flags)
                    : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus fetchAndAdd(
            long requestContext, ScatterGatherList list, RemoteWindow window, long offset, long addend, int flags) {
        return atomic(RequestType.FETCH_AND_ADD, requestContext, list, window, offset, 0, addend, flags);
    }

    @Override
    @HotPath
    public NdStatus compareAndSwap(
            long requestContext,
            ScatterGatherList list,
            RemoteWindow window,
            long offset,
            long expected,
            long replacement,
            int flags) {
        return atomic(RequestType.COMPARE_AND_SWAP, requestContext, list, window, offset, expected, replacement, flags);
    }

    @SuppressWarnings("checkstyle:ParameterNumber") // those of CompareAndSwap
    private NdStatus atomic(
            RequestType type,
            long context,
            ScatterGatherList list,
            RemoteWindow window,
            long offset,
            long expected,
            long operand,
            int flags) {
        domain.enter();
        try {
            LinkEnd link = peering.isConnected() ? peering.requireLink() : null;
            return link == null
                    ? refusal()
                    : posting.atomic(link, type, context, list, window, offset, expected, operand, flags);
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    @SuppressWarnings("checkstyle:ParameterNumber") // as many as ND's Bind has
    public NdStatus bind(
            long requestContext,
            MemoryRegion region,
            MemoryWindow window,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset) {
        domain.enter();
        try {
            LinkEnd link = peering.isConnected() ? peering.requireLink() : null;
            return link == null
                    ? refusal()
                    : posting.bind(
                            link, requestContext, region, window, offset, length, flags, descriptor, descriptorOffset);
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    @SuppressWarnings("checkstyle:ParameterNumber") // those of Bind
    public NdStatus fastRegister(
            long requestContext,
            MemoryRegion region,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset) {
        domain.enter();
        try {
            LinkEnd link = peering.isConnected() ? peering.requireLink() : null;
            return link == null
                    ? refusal()
                    : posting.fastRegister(
                            link, requestContext, region, offset, length, flags, descriptor, descriptorOffset);
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus invalidate(long requestContext, MemoryRegion region, int flags) {
        domain.enter();
        try {
            return peering.isConnected()
                    ? posting.invalidate(peering.requireLink(), requestContext, region, flags)
                    : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    @HotPath
    public NdStatus invalidate(long requestContext, MemoryWindow window, int flags) {
        domain.enter();
        try {
            return peering.isConnected()
                    ? posting.invalidate(peering.requireLink(), requestContext, window, flags)
                    : refusal();
        } finally {
            domain.exit();
        }
    }

    @Override
    public NdStatus startRequestBatch() {
        return hint();
    }

    @Override
    public NdStatus submitRequestBatch() {
        return hint();
    }

    /** Requests begin at their posts, in a batch as well: nothing is held back that could be forgotten. */
    private NdStatus hint() {
        domain.enter();
        try {
            return closed ? NdStatus.INVALID_HANDLE : NdStatus.SUCCESS;
        } finally {
            domain.exit();
        }
    }

    @Override
    public NdStatus flush() {
        domain.enter();
        try {
            if (closed) {
                return NdStatus.INVALID_HANDLE;
            }
            peering.end(NdStatus.CANCELED);
            peering.awaitWithdrawal();
            return NdStatus.SUCCESS;
        } finally {
            domain.exit();
        }
    }

    @Override
    public RemoteWindow openWindow(DirectBuffer descriptor, int offset, @Nullable RemoteWindow reuse) {
        domain.enter();
        try {
            if (!peering.isConnected()) {
                throw new NdException(refusal(), "windows can be opened on a connected endpoint only");
            }
            return posting.open(peering.requireLink(), descriptor, offset, reuse);
        } finally {
            domain.exit();
        }
    }

    @Override
    public boolean isConnected() {
        return peering.isConnected();
    }

    @Override
    public long context() {
        return config.context();
    }

    @Override
    public void close() {
        domain.enter();
        try {
            closeHeld();
        } finally {
            domain.exit();
        }
    }

    /** Closes it. The caller holds the domain. */
    void closeHeld() {
        if (closed) {
            return;
        }
        peering.end(NdStatus.CANCELED);
        peering.awaitWithdrawal();
        closed = true;
        peering.initiator().release();
        receives.close();
        home.endpoints().remove(peering);
        requestSlots.unregister();
    }

    /**
     * Tells whether a connector of an adapter may use this endpoint.
     *
     * @param of the adapter's home
     * @return false if it is closed or another adapter's
     */
    public boolean isUsableIn(EndpointHome of) {
        return !closed && domain == of.domain();
    }

    /**
     * Returns the endpoint's side of its connection.
     *
     * @return the same for the endpoint's whole life
     */
    public Peering peering() {
        return peering;
    }

    private NdStatus refusal() {
        if (closed) {
            return NdStatus.INVALID_HANDLE;
        }
        return peering.isRemoved() ? NdStatus.DEVICE_REMOVED : NdStatus.CONNECTION_INVALID;
    }
}
