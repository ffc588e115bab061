// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.concurrent.HotPath;
import io.oriel.engine.memory.PeerWindowTable;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.queue.CompletionOwner;
import io.oriel.engine.queue.EngineCompletionQueue;
import io.oriel.engine.queue.InitiatorQueue;
import io.oriel.engine.queue.ReceiveQueue;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** An endpoint of the engine: its life, and the way in for requests. */
public final class EngineEndpoint implements Endpoint, CompletionOwner {
    private final EndpointHome home;
    private final EndpointConfig config;
    private final EngineCompletionQueue receiveCompletions;
    private final EngineCompletionQueue initiatorCompletions;
    private final int id;
    private final int generation;
    private final EndpointState state = new EndpointState();
    private final InitiatorQueue initiatorQueue;
    private final ReceiveQueue receives;
    private final Initiator initiator;
    private final Responder responder;
    private final Posting posting;
    private final PeerWindowTable peerWindows = new PeerWindowTable();

    // Written by the agent, before the state that tells of it.
    private volatile @Nullable Attachment attachment;
    private volatile long endAfter;
    private volatile boolean endRequested;

    // Written by the domain's owner.
    private boolean lookedAfter;
    private boolean ended;
    private boolean told;
    private boolean closed;
    private boolean removed;

    /**
     * Creates an endpoint, not connected. By the domain's owner.
     *
     * @param home                 of the adapter
     * @param receiveCompletions   where its Receives complete
     * @param initiatorCompletions where its initiator requests complete
     * @param config               checked
     */
    public EngineEndpoint(
            EndpointHome home,
            EngineCompletionQueue receiveCompletions,
            EngineCompletionQueue initiatorCompletions,
            EndpointConfig config) {
        this.home = home;
        this.config = config;
        this.receiveCompletions = receiveCompletions;
        this.initiatorCompletions = initiatorCompletions;
        id = home.endpoints().freeId();
        generation = home.endpoints().generationOf(id);
        initiatorQueue = new InitiatorQueue(
                config.initiatorQueueDepth(),
                config.maxInitiatorSge(),
                config.inlineDataSize(),
                home.regions(),
                initiatorCompletions,
                this);
        receives = new ReceiveQueue(
                config.receiveQueueDepth(), config.maxReceiveSge(), home.regions(), receiveCompletions, this);
        initiator = new Initiator(this, initiatorQueue, home.receiverNotReadyNs());
        responder = new Responder(this, home.windows());
        posting = new Posting(home, config, initiatorQueue, initiator, peerWindows);
    }

    /** Enters the endpoint into the tables of its adapter. By the domain's owner. */
    public void register() {
        home.endpoints().put(id, this);
        home.port().publishCredit(id, 0);
        receiveCompletions.attach(this, receiveEntries());
        initiatorCompletions.attach(this, config.initiatorQueueDepth());
    }

    @Override
    @HotPath
    public NdStatus send(long requestContext, ScatterGatherList list, int flags) {
        home.domain().enter();
        try {
            return state.isConnected() ? posting.send(requireLink(), requestContext, list, flags) : refusal();
        } finally {
            home.domain().exit();
        }
    }

    @Override
    @HotPath
    public NdStatus sendAndInvalidate(long requestContext, ScatterGatherList list, RemoteWindow window, int flags) {
        home.domain().enter();
        try {
            return state.isConnected()
                    ? posting.sendAndInvalidate(requireLink(), requestContext, list, window, flags)
                    : refusal();
        } finally {
            home.domain().exit();
        }
    }

    @Override
    @HotPath
    public NdStatus receive(long requestContext, ScatterGatherList list) {
        home.domain().enter();
        try {
            if (ended || state.get() >= EndpointState.ENDING) {
                return refusal();
            }
            if (receives.isFull()) {
                return NdStatus.NO_MORE_ENTRIES;
            }
            NdStatus status = posting.checkList(list, config.maxReceiveSge());
            if (status == NdStatus.SUCCESS) {
                receives.post(requestContext, list);
                home.port().publishCredit(id, receives.posted());
            }
            return status;
        } finally {
            home.domain().exit();
        }
    }

    @Override
    @HotPath
    public NdStatus read(long requestContext, ScatterGatherList list, RemoteWindow window, long offset, int flags) {
        home.domain().enter();
        try {
            return state.isConnected()
                    ? posting.read(requireLink(), requestContext, list, window, offset, flags)
                    : refusal();
        } finally {
            home.domain().exit();
        }
    }

    @Override
    @HotPath
    public NdStatus write(long requestContext, ScatterGatherList list, RemoteWindow window, long offset, int flags) {
        home.domain().enter();
        try {
            return state.isConnected()
                    ? posting.write(requireLink(), requestContext, list, window, offset, flags)
                    : refusal();
        } finally {
            home.domain().exit();
        }
    }

    @Override
    @HotPath
    public NdStatus bind(
            long requestContext,
            MemoryRegion region,
            MemoryWindow window,
            long offset,
            long length,
            int flags,
            MutableDirectBuffer descriptor,
            int descriptorOffset) {
        home.domain().enter();
        try {
            if (!state.isConnected()) {
                return refusal();
            }
            NdStatus status = posting.checkBind(region, window, offset, length, flags);
            if (status != NdStatus.SUCCESS) {
                return status;
            }
            return posting.bind(
                    requireLink(), requestContext, region, window, offset, length, flags, descriptor, descriptorOffset);
        } finally {
            home.domain().exit();
        }
    }

    @Override
    @HotPath
    public NdStatus invalidate(long requestContext, MemoryWindow window, int flags) {
        home.domain().enter();
        try {
            return state.isConnected() ? posting.invalidate(requireLink(), requestContext, window, flags) : refusal();
        } finally {
            home.domain().exit();
        }
    }

    @Override
    public NdStatus flush() {
        home.domain().enter();
        try {
            if (closed) {
                return NdStatus.INVALID_HANDLE;
            }
            end(NdStatus.CANCELED);
            return NdStatus.SUCCESS;
        } finally {
            home.domain().exit();
        }
    }

    @Override
    public RemoteWindow openWindow(DirectBuffer descriptor, int offset, @Nullable RemoteWindow reuse) {
        home.domain().enter();
        try {
            if (!state.isConnected()) {
                throw new NdException(refusal(), "windows can be opened on a connected endpoint only");
            }
            return peerWindows.open(descriptor, offset, reuse);
        } finally {
            home.domain().exit();
        }
    }

    @Override
    public boolean isConnected() {
        return state.isConnected();
    }

    @Override
    public long context() {
        return config.context();
    }

    @Override
    public void close() {
        home.domain().enter();
        try {
            closeHeld();
        } finally {
            home.domain().exit();
        }
    }

    @Override
    public void closeHeld() {
        if (closed) {
            return;
        }
        end(NdStatus.CANCELED);
        closed = true;
        home.endpoints().remove(id);
        receiveCompletions.detach(this, receiveEntries());
        initiatorCompletions.detach(this, config.initiatorQueueDepth());
    }

    @Override
    public void initiatorReaped() {
        initiatorQueue.reaped();
    }

    @Override
    public void receiveReaped() {
        receives.reaped();
    }

    // On the agent.

    /**
     * Reserves the endpoint for a connection that is being made. On the agent.
     *
     * @return SUCCESS; CONNECTION_ACTIVE if it is in use; CONNECTION_INVALID if it was
     */
    public NdStatus reserve() {
        if (state.change(EndpointState.IDLE, EndpointState.CONNECTING)) {
            return NdStatus.SUCCESS;
        }
        return state.get() == EndpointState.ENDED ? NdStatus.CONNECTION_INVALID : NdStatus.CONNECTION_ACTIVE;
    }

    /** Gives up what {@link #reserve} took: the connection was not made. On the agent. */
    public void release() {
        state.change(EndpointState.CONNECTING, EndpointState.IDLE);
    }

    /**
     * Makes the connection of a reserved endpoint.
     *
     * @param to     the peer
     * @param active true: connected now; false: connected when the peer says so, or by its first frame
     * @return false if the endpoint has ended meanwhile
     */
    public boolean attach(Attachment to, boolean active) {
        attachment = to;
        responder.limitReads(to.inboundReadLimit());
        initiator.limitReads(to.outboundReadLimit());
        return state.change(EndpointState.CONNECTING, active ? EndpointState.CONNECTED : EndpointState.ACCEPTING);
    }

    /**
     * The peer has completed the connection that this side accepted. On the agent.
     *
     * @return false if it has ended
     */
    public boolean completeAccept() {
        return state.change(EndpointState.ACCEPTING, EndpointState.CONNECTED) || state.get() == EndpointState.CONNECTED;
    }

    /**
     * The peer has disconnected. On the agent.
     *
     * @param lastSequence of the peer's frames; what came up to it is executed before the end
     */
    public void peerDisconnected(long lastSequence) {
        endAfter = lastSequence;
        state.beginEnd(); // Pairs with #onSignal: endAfter before the state.
        home.domain().signal();
    }

    /** Ends the connection from this side: posts are refused from now on. On the agent. */
    public void disconnect() {
        endRequested = true;
        state.end(); // Pairs with #onSignal: endRequested before the state.
        home.domain().signal();
    }

    /** Returns the id that the peer's frames name. */
    public int id() {
        return id;
    }

    /** Returns the generation of the id. */
    public int generation() {
        return generation;
    }

    /**
     * Tells whether a connector of an adapter may use this endpoint.
     *
     * @param of the adapter's home
     * @return false if it is closed or another adapter's
     */
    public boolean isUsableIn(EndpointHome of) {
        return !closed && home.domain() == of.domain();
    }

    // By the domain's owner.

    Initiator initiator() {
        return initiator;
    }

    Responder responder() {
        return responder;
    }

    ReceiveQueue receives() {
        return receives;
    }

    @Nullable
    LinkEnd link() {
        Attachment to = attachment;
        return to == null ? null : to.link();
    }

    LinkEnd requireLink() {
        return requireAttachment().link();
    }

    int peerId() {
        return requireAttachment().peerId();
    }

    long peerWord() {
        Attachment to = requireAttachment();
        return FrameWord.of(0, 0, to.peerId(), to.peerGeneration());
    }

    /** Tells whether requests may still complete otherwise than by the end. */
    boolean isLive() {
        return !ended;
    }

    /** Tells whether the peer's frames are executed; the first one makes an accepted connection. */
    boolean takesFrames() {
        int now = state.get();
        if (now == EndpointState.ACCEPTING) {
            return completeAccept();
        }
        return (now == EndpointState.CONNECTED || now == EndpointState.ENDING) && !ended;
    }

    /** The agent has changed something. */
    void onSignal() {
        if (endRequested) {
            end(NdStatus.CANCELED);
        } else if (state.get() == EndpointState.ENDING) {
            requireLink().lookAfter(this);
        }
    }

    /** Does what is left to do; true if something remains. */
    boolean attend() {
        LinkEnd link = requireLink();
        boolean left = responder.progress(link);
        if (ended) {
            return left;
        }
        if (state.get() != EndpointState.ENDING) {
            left |= initiator.progress(link);
            return left;
        }
        if (link.executed() >= endAfter) {
            end(NdStatus.CANCELED);
            return false;
        }
        return true;
    }

    boolean markLookedAfter() {
        boolean first = !lookedAfter;
        lookedAfter = true;
        return first;
    }

    void unmarkLookedAfter() {
        lookedAfter = false;
    }

    /** Ends the connection, or the hope of one: everything outstanding completes, the oldest with a status of its own. */
    void end(NdStatus oldest) {
        if (ended) {
            return;
        }
        ended = true;
        state.end();
        initiatorQueue.cancelAll(oldest);
        receives.cancelAll();
        responder.clear();
        home.windows().unbindAll(this);
        tellEnded();
    }

    /** Tells the agent of the end, once the peer has been told why. */
    void tellEnded() {
        Attachment to = attachment;
        if (!told && to != null && responder.failedSequence() == 0) {
            told = true;
            home.loop().execute(to.onEnded());
        }
    }

    void linkDetached(boolean died) {
        end(died ? NdStatus.IO_TIMEOUT : NdStatus.CANCELED);
    }

    void mediumRemoved() {
        removed = true;
        end(NdStatus.IO_TIMEOUT);
    }

    private NdStatus refusal() {
        if (closed) {
            return NdStatus.INVALID_HANDLE;
        }
        return removed ? NdStatus.DEVICE_REMOVED : NdStatus.CONNECTION_INVALID;
    }

    private Attachment requireAttachment() {
        Attachment to = attachment;
        if (to == null) {
            throw new IllegalStateException("the endpoint has no peer");
        }
        return to;
    }

    /** Each Receive may come with an invalidation by the peer. */
    private long receiveEntries() {
        return 2L * config.receiveQueueDepth();
    }
}
