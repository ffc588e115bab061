// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.PeerReceives;
import io.oriel.engine.initiator.Credit;
import io.oriel.engine.initiator.DirectTransfer;
import io.oriel.engine.initiator.InitiatorQueue;
import io.oriel.engine.initiator.OutboundReads;
import io.oriel.engine.initiator.PeerWindow;
import io.oriel.engine.initiator.Placement;
import io.oriel.engine.initiator.Request;
import io.oriel.engine.initiator.WindowRequests;
import io.oriel.engine.protocol.AtomicOperation;
import io.oriel.engine.shared.PeerGrants;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the initiator requests of one endpoint in order: directly or by frames, and notes what the peer answers. By the
 * domain's owner.
 *
 * <p>What a binding does not grant directly is put before the peer's responder, as if there were no direct path: it alone
 * decides how a request fails.
 */
final class Initiator {
    private final Peering endpoint;
    private final InitiatorQueue queue;
    private final Credit credit = new Credit();
    private final SendPermit permit;
    private final RequestFrames frames;
    private final WindowRequests windows;
    private final OutboundReads reads;
    private final Placement placement;
    private final ShortPosts shortPosts;
    private @Nullable DirectTransfer transfer;
    private boolean halted;

    Initiator(Peering endpoint, InitiatorQueue queue, EndpointHome home) {
        this.endpoint = endpoint;
        this.queue = queue;
        reads = new OutboundReads(queue);
        placement = new Placement(home.directSendThreshold());
        permit = new SendPermit(endpoint, credit, home.receiverNotReadyNs());
        frames = new RequestFrames(endpoint, credit);
        shortPosts = new ShortPosts(queue, credit, permit, frames, reads, placement, home.regions());
        windows = new WindowRequests(endpoint.windows(), home.loop()::nanoTime, home.revokeNs());
    }

    /** The endpoint gets its peer. */
    void attach(Attachment to) {
        reads.limit(to.limits().outbound());
        permit.attach(to.peerSharesReceives(), PeerOpening.isNeeded(to));
        DirectLink direct = to.link().direct();
        transfer = direct == null ? null : new DirectTransfer(direct, endpoint.id(), endpoint.generation());
        shortPosts.attach(transfer);
    }

    /** The peer shows its Receives: long Sends are placed there from now on. From any thread. */
    void placeInto(PeerReceives receives) {
        placement.into(receives);
    }

    /** The peer's grants are mapped; null: they cannot be, and Sends go by credit. From any thread. */
    void openGrants(@Nullable PeerGrants grants) {
        permit.opened(grants);
    }

    /** Lets go of the queue and of the peer's memory, because the endpoint is closed. */
    void release() {
        queue.release();
        placement.release();
    }

    /** Returns the peer's endpoint as both ends of the link know it. */
    long peerUser() {
        return endpoint.requireAttachment().peerUser();
    }

    /** Enters the request just posted, and begins with it unless others wait before it. */
    void posted(LinkEnd link) {
        begin(null, link);
    }

    /** As {@link #posted}, of a Bind: it takes effect now, unless something before it has to end first. */
    void bindPosted(Request bind, LinkEnd link) {
        begin(bind, link);
    }

    private void bindNow(Request request) {
        boolean fenced = request.isFenced() && (!reads.isEmpty() || queue.hasReadsToRun());
        windows.bindNow(request, fenced);
    }

    private void begin(@Nullable Request bind, LinkEnd link) {
        queue.enter();
        try {
            if (bind != null) {
                bindNow(bind);
            }
            link.beginPost();
            if (!halted && !run(link)) {
                link.lookAfter(endpoint);
            }
            link.announce();
            completeDone();
        } catch (Throwable e) { // what was half done cannot be told from what was done
            link.breakLink();
            throw e;
        }
    }

    /** As {@link ShortPosts#send}. */
    boolean sendNow(long context, ScatterGatherList list, int flags, LinkEnd link) {
        return !halted && shortPosts.send(context, list, flags, link);
    }

    /** As {@link ShortPosts#transfer}. */
    @SuppressWarnings("checkstyle:ParameterNumber") // as many as ND's Read and Write have
    boolean transferNow(
            RequestType type,
            long context,
            ScatterGatherList list,
            PeerWindow window,
            long at,
            int flags,
            LinkEnd link) {
        return !halted && shortPosts.transfer(type, context, list, window, at, flags, link);
    }

    /**
     * Goes on with what could not be run before.
     *
     * @return true if something is left
     */
    boolean progress(LinkEnd link) {
        boolean left = !halted && !run(link);
        completeDone();
        return left && !halted;
    }

    /** Tells for how long what is left to run cannot go on unless the peer wakes this side. */
    long idleNs(LinkEnd link) {
        if (queue.nextNeedsCredit() && !credit.isLeft()) {
            return permit.idleNs(link);
        }
        return !reads.isEmpty() && !queue.nextAwaitsMemory() ? Long.MAX_VALUE : LinkEnd.RETRY_NS;
    }

    /** The peer has acknowledged the oldest Send or Write. */
    void acknowledged() {
        if (endpoint.isLive() && !queue.acknowledged()) {
            endpoint.end(NdStatus.CANCELED);
        }
    }

    /** The peer could not execute a frame. */
    void failed(long sequence, NdStatus status) {
        if (!endpoint.isLive()) {
            return;
        }
        Request request = queue.ownerOfFrame(sequence);
        if (request == null) {
            endpoint.end(NdStatus.INTERNAL_ERROR); // the peer named a frame that was never sent, or is done
            return;
        }
        halted = true;
        if (request == queue.nextToRun()) {
            queue.ran();
        }
        request.end(status);
        completeDone();
    }

    /** The connection ends, maybe because the peer has tried what it may no longer. */
    void finishInvalidate() {
        windows.finish(queue, halted);
    }

    /** The peer's endpoint has posted Receives. */
    void creditSeen(long word, long sequence) {
        if (!credit.seen(word)) {
            permit.told(word, sequence);
        }
    }

    /** Takes the answer to a Read or an atomic; false if the peer answered what was not asked. */
    boolean onReadResponse(long word, DirectBuffer buffer, int offset, int length) {
        Request request = reads.take(word, buffer, offset, length);
        if (request == null) {
            return false;
        }
        if (request.status != NdStatus.SUCCESS) {
            halted = true;
        }
        completeDone();
        return true;
    }

    private void completeDone() {
        if (endpoint.isLive() && !queue.completeDone()) {
            endpoint.end(NdStatus.CANCELED);
        }
    }

    /** Runs requests until one has to wait; true if none is left. */
    private boolean run(LinkEnd link) {
        @Nullable Request request;
        while ((request = queue.nextToRun()) != null) {
            if (!run(request, link)) {
                permit.letGo();
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

    /** Runs a request; false if it has to wait. */
    private boolean run(Request request, LinkEnd link) {
        if (request.status != NdStatus.SUCCESS) {
            request.done = true;
            return true;
        }
        if (request.isFenced() && !reads.isEmpty()) {
            return false;
        }
        return switch (request.type) {
            case SEND -> send(request, link);
            case WRITE -> write(request, link);
            case READ -> read(request, link);
            case FETCH_AND_ADD -> atomic(request, AtomicOperation.ADD, link);
            case COMPARE_AND_SWAP -> atomic(request, AtomicOperation.SWAP, link);
            case BIND, FAST_REGISTER -> windows.bind(request);
            case INVALIDATE -> windows.invalidate(request);
            case RECEIVE, RECEIVE_WITH_IMMEDIATE -> throw new IllegalStateException("a Receive in the initiator queue");
        };
    }

    private boolean send(Request request, LinkEnd link) {
        if (!request.sges.isReadable()) {
            request.end(NdStatus.ACCESS_VIOLATION);
            return true;
        }
        if (!permit.isThere(request, queue, link)) {
            return request.done;
        }
        return place(request, link) && frames.send(request, link);
    }

    /** Carries out a Write; one that has an immediate value and went directly is told by a frame that follows. */
    private boolean write(Request request, LinkEnd link) {
        if (request.hasImmediate && !permit.isThere(request, queue, link)) {
            return request.done;
        }
        boolean goesDirectly = request.direct.isDirect() && !request.isPlaced;
        return goesDirectly ? transfer(request, link) : frames.write(request, link);
    }

    /** Places a long Send into the peer's Receive, if it can be; false if something is left. */
    private boolean place(Request request, LinkEnd link) {
        while (placement.isDue(request)) {
            if (!link.spend(Math.min(request.left(), DirectAccess.MAX_CHUNK))) {
                return false;
            }
            placement.placeChunk(request, credit.nextIndex());
        }
        return true;
    }

    private boolean read(Request request, LinkEnd link) {
        if (!reads.mayBegin(request)) {
            return true;
        }
        if (request.direct.isDirect()) {
            return transfer(request, link);
        }
        if (reads.isFull() || !frames.read(request, (int) queue.nextIndex(), link)) {
            return false;
        }
        reads.sent();
        return true;
    }

    private boolean atomic(Request request, AtomicOperation operation, LinkEnd link) {
        if (!reads.mayBegin(request)) {
            return true;
        }
        if (request.direct.isDirect()) {
            if (!shortPosts.isNothingFramed(link)) {
                return false;
            }
            DirectTransfer direct = transfer;
            if (direct != null && direct.execute(request, operation)) {
                request.end(NdStatus.SUCCESS);
                return true;
            }
            request.direct.renounce();
        }
        if (reads.isFull() || !frames.atomic(request, operation, (int) queue.nextIndex(), link)) {
            return false;
        }
        reads.sent();
        return true;
    }

    /** Carries out a Read or Write without the peer; false if something is left. */
    private boolean transfer(Request request, LinkEnd link) {
        DirectTransfer direct = transfer;
        if (!shortPosts.isNothingFramed(link)) {
            return false;
        }
        boolean isWrite = request.isWrite();
        long total = request.sges.totalLength();
        do {
            if (!(isWrite ? request.sges.isReadable() : request.sges.isWritable())) {
                request.end(NdStatus.ACCESS_VIOLATION);
                return true;
            }
            if (!link.spend(Math.min(request.left(), DirectAccess.MAX_CHUNK))) {
                return false;
            }
            if (direct == null || !direct.move(request)) {
                request.direct.renounce();
                request.transferred = 0;
                return isWrite ? frames.write(request, link) : read(request, link);
            }
        } while (request.transferred < total);
        if (request.hasImmediate) {
            request.isPlaced = true;
            return frames.write(request, link);
        }
        request.end(NdStatus.SUCCESS);
        return true;
    }
}
