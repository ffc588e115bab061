// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.DirectTransfer;
import io.oriel.engine.direct.PeerReceives;
import io.oriel.engine.direct.Placement;
import io.oriel.engine.memory.DirectTarget;
import io.oriel.engine.memory.PeerWindow;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.SmallCopy;
import io.oriel.engine.protocol.AtomicOperation;
import io.oriel.engine.queue.Credit;
import io.oriel.engine.queue.InitiatorQueue;
import io.oriel.engine.queue.OutboundReads;
import io.oriel.engine.queue.Request;
import io.oriel.engine.queue.WindowRequests;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
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
    private final RequestFrames frames;
    private final WindowRequests windows;
    private final RegionTable regions;
    private final OutboundReads reads;
    private final Placement placement;
    private @Nullable DirectTransfer transfer;
    private boolean halted;

    Initiator(Peering endpoint, InitiatorQueue queue, EndpointHome home) {
        this.endpoint = endpoint;
        this.queue = queue;
        regions = home.regions();
        reads = new OutboundReads(queue);
        placement = new Placement(home.directSendThreshold());
        frames = new RequestFrames(endpoint, credit, home.receiverNotReadyNs());
        windows = new WindowRequests(endpoint, home.loop()::nanoTime, home.revokeNs());
    }

    /** The endpoint gets its peer. */
    void attach(Attachment to) {
        reads.limit(to.limits().outbound());
        frames.attach(to.peerSharesReceives());
        DirectLink direct = to.link().direct();
        transfer = direct == null ? null : new DirectTransfer(direct, endpoint.id(), endpoint.generation());
    }

    /** The peer shows its Receives: long Sends are placed there from now on. From any thread. */
    void placeInto(PeerReceives receives) {
        placement.into(receives);
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

    /** Lets a Bind just posted take effect, unless something before it has to end first. */
    void bindNow(Request request) {
        boolean fenced = request.isFenced() && (!reads.isEmpty() || queue.hasReadsToRun());
        windows.bindNow(request, fenced);
    }

    /** Begins with the request just posted, unless others wait before it. */
    void posted(LinkEnd link) {
        link.beginPost();
        if (!halted && !run(link)) {
            link.lookAfter(endpoint);
        }
        link.announce();
        completeDone();
    }

    /**
     * Posts a Send and sends it straight from the caller's list, which is how most go: it is good, of one entry and fits
     * one frame, nothing waits before it, and there is credit and room.
     *
     * @return false if it has to go the long way; nothing has changed
     */
    boolean sendNow(long context, ScatterGatherList list, int flags, LinkEnd link) {
        long total = list.totalLength();
        if (halted
                || queue.isFull()
                || !queue.isDrained()
                || list.size() != 1
                || !credit.isLeft()
                || total > link.maxPayloadLength()
                || placement.takes(total)
                || ((flags & OpFlags.READ_FENCE) != 0 && !reads.isEmpty())
                || !(list.region(0) instanceof Region source)
                || !source.isUsableIn(regions)
                || !source.contains(list.offset(0), total)) {
            return false;
        }
        link.beginPost();
        int bytes = (int) total;
        if (!link.tryClaim(bytes)) {
            return false;
        }
        MutableDirectBuffer buffer = link.link().claimedBuffer();
        SmallCopy.copy(
                source.memory(), (int) list.offset(0), buffer, link.link().claimedOffset(), bytes);
        Request request = queue.claim(RequestType.SEND, context, flags);
        request.sges.sent(total);
        frames.commitSend(request, link);
        queue.ran();
        link.announce();
        return true;
    }

    /**
     * Posts a Read or Write and carries it out straight from or to the caller's list, which is how most go: it is good,
     * short, of one entry and direct, and nothing has to be awaited before it.
     *
     * @return false if it has to go the long way; nothing has changed
     */
    @SuppressWarnings("checkstyle:ParameterNumber") // as many as ND's Read and Write have
    boolean transferNow(
            RequestType type,
            long context,
            ScatterGatherList list,
            PeerWindow window,
            long at,
            int flags,
            LinkEnd link) {
        DirectTransfer direct = transfer;
        DirectTarget target = window.direct();
        long total = list.totalLength();
        boolean isWrite = type == RequestType.WRITE;
        if (direct == null
                || !target.isDirect()
                || !mayPass(list, window, total, link)
                || !(list.region(0) instanceof Region local)
                || !(isWrite || (reads.areAllowed() && local.isWritable()))
                || !local.isUsableIn(regions)
                || !local.contains(list.offset(0), total)) {
            return false;
        }
        int offset = (int) list.offset(0);
        boolean done = isWrite
                ? direct.write(target, at, local.memory(), offset, (int) total)
                : direct.read(target, at, local.memory(), offset, (int) total);
        if (done) {
            queue.passed(type, context, flags, total);
        }
        return done;
    }

    /** Tells whether a short Read or Write can be carried out before it is in the queue. */
    private boolean mayPass(ScatterGatherList list, PeerWindow window, long total, LinkEnd link) {
        return !halted
                && queue.isDrained()
                && !queue.isFull()
                && list.size() == 1
                && total <= DirectAccess.MAX_CHUNK
                && isNothingFramed(link)
                && !window.isInvalidated();
    }

    /** Tells whether a direct access keeps the order of Reads, Writes and atomics. */
    private boolean isNothingFramed(LinkEnd link) {
        return reads.isEmpty() && frames.areWritesExecuted(link);
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
            return frames.creditIdleNs(link);
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
    void creditSeen(long word) {
        credit.seen(word);
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
        if (!hasReceive(request, link)) {
            return request.done;
        }
        return place(request, link) && frames.send(request, link);
    }

    /** Tells whether the peer has a Receive for a request; otherwise it has to wait, or has ended after too long. */
    private boolean hasReceive(Request request, LinkEnd link) {
        return request.firstSequence != 0 || credit.isLeft() || frames.awaitCredit(request, queue, link);
    }

    /** Carries out a Write; one that has an immediate value and went directly is told by a frame that follows. */
    private boolean write(Request request, LinkEnd link) {
        if (request.hasImmediate && !hasReceive(request, link)) {
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
            if (!isNothingFramed(link)) {
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
        if (!isNothingFramed(link)) {
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
