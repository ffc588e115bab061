// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.NdStatus;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.control.Patience;
import io.oriel.engine.credit.Credit;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.initiator.RequestFrames.OutboundReads;
import io.oriel.engine.link.Lane;
import io.oriel.engine.link.LinkEnd;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.WindowHolder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What one endpoint asks of its peer: runs its requests in order, notes what the peer answers, and completes them. By the
 * domain's owner.
 */
public final class Initiator {
    private final Lane lane;
    private final Slots slots;
    private final InitiatorQueue queue;
    private final Credit credit;
    private final WindowRequests windows;
    private final OutboundReads reads;
    private final Placement placement;
    private final Execution execution;
    private final @Nullable ShortPosts shortPosts;
    private Consumer<NdStatus> onFailed = status -> {};

    // Written by the agent, before the endpoint is connected.
    private @Nullable DirectLink direct;
    private long peerUser;

    // Written by the domain's owner.
    private boolean halted;
    private boolean ended;

    /**
     * Creates the initiator of an endpoint.
     *
     * @param lane       of the endpoint
     * @param config     of the endpoint
     * @param slots      of its requests
     * @param regions    of the adapter
     * @param holder     to whom windows are bound
     * @param patience   with the peer
     * @param longerThan bytes of the longest Send that always travels in frames
     */
    public Initiator(
            Lane lane,
            EndpointConfig config,
            Slots slots,
            RegionTable regions,
            WindowHolder holder,
            Patience patience,
            long longerThan) {
        this.lane = lane;
        this.slots = slots;
        queue = new InitiatorQueue(config, regions, slots);
        credit = new Credit(lane, patience, queue::receivesWanted);
        RequestFrames frames = new RequestFrames(lane, credit);
        windows = new WindowRequests(holder, patience);
        reads = new OutboundReads(queue);
        placement = new Placement(longerThan, patience.loop());
        execution = new Execution(lane, queue, credit, frames, windows, reads, placement);
        shortPosts = config.maxInitiatorSge() == 0
                ? null
                : new ShortPosts(lane, queue, credit, frames, reads, placement, regions);
    }

    /**
     * Sets who hears that a request has failed, which ends the connection. Before the endpoint is used.
     *
     * @param handler is told how the oldest request ends that is outstanding still
     */
    public void onFailed(Consumer<NdStatus> handler) {
        onFailed = handler;
    }

    /** Makes room for the completions; or throws, and nothing has changed. */
    public void register() {
        slots.register();
    }

    /** Lets go of the queue and of the peer's memory, because the endpoint is closed. */
    public void close() {
        queue.release();
        placement.release();
        slots.unregister();
    }

    // The peer, by the agent.

    /**
     * The endpoint gets its peer.
     *
     * @param outboundReads  that may be in progress there
     * @param paths          beside the frames; null if there are none
     * @param user           the peer's endpoint, as both ends of the link know it
     * @param sharesReceives the peer has to be asked for Receives
     */
    public void attach(int outboundReads, @Nullable DirectLink paths, long user, boolean sharesReceives) {
        reads.limit(outboundReads);
        credit.attach(sharesReceives);
        direct = paths;
        peerUser = user;
        DirectTransfer transfer = paths == null ? null : new DirectTransfer(paths, lane.id(), lane.generation());
        execution.attach(transfer);
        if (shortPosts != null) {
            shortPosts.attach(transfer);
        }
    }

    /**
     * Begins to map what the peer shows: its Receives, or its grants of shared ones.
     *
     * @param paths    beside the frames
     * @param id       as the peer told it
     * @param isWanted false when the connection has ended
     */
    public void openReceives(DirectLink paths, long id, BooleanSupplier isWanted) {
        if (credit.isAsked()) {
            credit.openGrants(paths.memory(), id);
        } else {
            placement.open(paths, id, peerUser, isWanted);
        }
    }

    // Posts, by the domain's owner.

    InitiatorQueue queue() {
        return queue;
    }

    /** Returns the paths beside the frames; null if there are none. */
    @Nullable
    DirectLink direct() {
        return direct;
    }

    /** Returns the peer's endpoint, as both ends of the link know it. */
    long peerUser() {
        return peerUser;
    }

    /** Returns what carries out requests of one entry that need not wait; null if they may have none, or one has failed. */
    @Nullable
    ShortPosts shortPosts() {
        return halted ? null : shortPosts;
    }

    /** Enters the request just posted, and begins with it unless others wait before it. */
    void posted() {
        begin(null);
    }

    /** As {@link #posted}, of a Bind: it takes effect now, unless something before it has to end first. */
    void bindPosted(Request bind) {
        begin(bind);
    }

    private void begin(@Nullable Request bind) {
        queue.enter();
        try {
            if (bind != null) {
                windows.bindNow(bind, bind.isFenced() && (!reads.isEmpty() || queue.hasReadsToRun()));
            }
            lane.beginPost();
            if (!halted && !run()) {
                lane.lookAfter();
            }
            lane.announce();
            completeDone();
        } catch (Throwable e) { // what was half done cannot be told from what was done
            lane.breakLink();
            throw e;
        }
    }

    // What comes later.

    /**
     * Goes on with what could not be run before.
     *
     * @return true if something is left
     */
    public boolean progress() {
        boolean left = !halted && !run();
        completeDone();
        return left && !halted;
    }

    /** Tells for how long what is left to run cannot go on unless the peer wakes this side. */
    public long idleNs() {
        if (queue.nextNeedsCredit() && !credit.isLeft()) {
            return credit.idleNs();
        }
        return !reads.isEmpty() && !queue.nextAwaitsMemory() ? Long.MAX_VALUE : LinkEnd.RETRY_NS;
    }

    /** The peer has acknowledged the oldest Send or Write. */
    public void acknowledged() {
        if (!ended && !queue.acknowledged()) {
            onFailed.accept(NdStatus.CANCELED);
        }
    }

    /**
     * The peer could not execute a frame.
     *
     * @param sequence of the frame, not to be trusted
     * @param status   what its request ends with
     */
    public void failed(long sequence, NdStatus status) {
        if (ended) {
            return;
        }
        Request request = queue.ownerOfFrame(sequence);
        if (request == null) {
            onFailed.accept(NdStatus.INTERNAL_ERROR); // the peer named a frame that was never sent, or is done
            return;
        }
        halted = true;
        if (request == queue.nextToRun()) {
            queue.ran();
        }
        request.end(status);
        completeDone();
    }

    /**
     * The peer's endpoint has posted Receives, as each of its frames tells.
     *
     * @param word     beside the frame
     * @param sequence of the frame
     */
    public void creditSeen(long word, long sequence) {
        credit.seen(word, sequence);
    }

    /**
     * Takes the answer to a Read or an atomic.
     *
     * @param word   beside the frame
     * @param buffer holds it
     * @param offset where its payload begins
     * @param length bytes of its payload
     * @return SUCCESS; INTERNAL_ERROR if the peer answered what was not asked
     */
    public NdStatus onReadResponse(long word, DirectBuffer buffer, int offset, int length) {
        Request request = reads.take(word, buffer, offset, length);
        if (request == null) {
            return NdStatus.INTERNAL_ERROR;
        }
        if (request.status != NdStatus.SUCCESS) {
            halted = true;
        }
        completeDone();
        return NdStatus.SUCCESS;
    }

    /**
     * Ends everything outstanding, because the connection ends.
     *
     * @param oldest how the oldest request ends; all others are CANCELED
     */
    public void end(NdStatus oldest) {
        ended = true;
        finishInvalidate();
        queue.cancelAll(oldest);
    }

    /** An Invalidate that only waits for the peer to leave, and it has left, has done its work: unless a request has failed. */
    private void finishInvalidate() {
        Request request = queue.nextToRun();
        if (request != null && !halted && windows.isOver(request)) {
            boolean isDone = windows.invalidate(request);
            assert isDone;
            queue.ran();
            boolean unused = queue.completeDone();
        }
    }

    private void completeDone() {
        if (!ended && !queue.completeDone()) {
            onFailed.accept(NdStatus.CANCELED);
        }
    }

    /** Runs requests until one has to wait; true if none is left. */
    private boolean run() {
        @Nullable Request request;
        while ((request = queue.nextToRun()) != null) {
            if (!execution.run(request)) {
                credit.letGo();
                return false;
            }
            queue.ran();
            if (request.status != NdStatus.SUCCESS) {
                halted = true;
                return true;
            }
        }
        return true;
    }
}
