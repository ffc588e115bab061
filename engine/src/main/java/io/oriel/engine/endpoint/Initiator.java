// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.SmallCopy;
import io.oriel.engine.memory.Window;
import io.oriel.engine.protocol.FrameType;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.ReadRequestEncoder;
import io.oriel.engine.protocol.ReadResponseDecoder;
import io.oriel.engine.protocol.SendAndInvalidateEncoder;
import io.oriel.engine.protocol.SendChunkEncoder;
import io.oriel.engine.protocol.WriteEncoder;
import io.oriel.engine.queue.Credit;
import io.oriel.engine.queue.InitiatorQueue;
import io.oriel.engine.queue.Request;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the initiator requests of one endpoint in order: sends their frames, and notes what the peer answers. By the
 * domain's owner.
 */
final class Initiator {
    private final Peering endpoint;
    private final InitiatorQueue queue;
    private final Credit credit = new Credit();
    private final RegionTable regions;
    private final long receiverNotReadyNs;
    private final SendChunkEncoder chunk = new SendChunkEncoder();
    private final SendAndInvalidateEncoder invalidating = new SendAndInvalidateEncoder();
    private final WriteEncoder write = new WriteEncoder();
    private final ReadRequestEncoder readRequest = new ReadRequestEncoder();
    private final ReadResponseDecoder readResponse = new ReadResponseDecoder();
    private int outboundReadLimit;
    private int readsInProgress;
    private boolean halted;

    Initiator(Peering endpoint, InitiatorQueue queue, RegionTable regions, long receiverNotReadyNs) {
        this.endpoint = endpoint;
        this.queue = queue;
        this.regions = regions;
        this.receiverNotReadyNs = receiverNotReadyNs;
    }

    void limitReads(int outbound) {
        outboundReadLimit = outbound;
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
                || !link.fits(total)
                || ((flags & OpFlags.READ_FENCE) != 0 && readsInProgress > 0)
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
        framed(request, link, link.commit(endpoint, FrameType.SEND, solicited(request)), true);
        credit.sent();
        queue.ran();
        link.announce();
        return true;
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
            return credit.leftNs(link.nanoTime(), receiverNotReadyNs);
        }
        return readsInProgress > 0 ? Long.MAX_VALUE : LinkEnd.RETRY_NS;
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

    /** The peer's endpoint has posted Receives. */
    void creditSeen(long word) {
        credit.seen(word);
    }

    /** Takes the answer to a Read; false if the peer answered what was not asked. */
    boolean onReadResponse(long word, DirectBuffer buffer, int offset, int length) {
        int header = ReadResponseDecoder.BLOCK_LENGTH;
        if (length < header) {
            return false;
        }
        readResponse.wrap(buffer, offset, header, ReadResponseDecoder.SCHEMA_VERSION);
        Request request = queue.readInProgress(readResponse.requestId());
        int bytes = length - header;
        if (request == null
                || readResponse.requestOffset() != request.transferred
                || bytes > request.sges.totalLength() - request.transferred) {
            return false;
        }
        boolean last = (FrameWord.flags(word) & FrameWord.FLAG_LAST) != 0;
        if (last != (request.transferred + bytes == request.sges.totalLength())) {
            return false;
        }
        if (!request.sges.isWritable()) { // its region was deregistered meanwhile
            halted = true;
            request.end(NdStatus.ACCESS_VIOLATION);
        } else {
            request.sges.scatter(request.transferred, buffer, offset + header, bytes);
            request.transferred += bytes;
            if (last) {
                readsInProgress--;
                request.end(NdStatus.SUCCESS);
            }
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
        if (request.isFenced() && readsInProgress > 0) {
            return false;
        }
        return switch (request.type) {
            case SEND -> send(request, link);
            case WRITE -> write(request, link);
            case READ -> read(request, link);
            case BIND -> bind(request);
            case INVALIDATE -> invalidate(request);
            case RECEIVE -> throw new IllegalStateException("a Receive in the initiator queue");
        };
    }

    private boolean send(Request request, LinkEnd link) {
        if (!request.sges.isReadable()) {
            request.end(NdStatus.ACCESS_VIOLATION);
            return true;
        }
        if (request.firstSequence == 0 && !credit.isLeft() && !refreshCredit(request, link)) {
            return request.done;
        }
        long total = request.sges.totalLength();
        if (request.invalidates || !link.fits(total)) {
            return sendParts(request, link);
        }
        int bytes = (int) total;
        if (!link.tryClaim(bytes)) {
            return false;
        }
        request.sges.gather(0, link.link().claimedBuffer(), link.link().claimedOffset(), bytes);
        framed(request, link, link.commit(endpoint, FrameType.SEND, solicited(request)), true);
        credit.sent();
        return true;
    }

    private boolean sendParts(Request request, LinkEnd link) {
        long total = request.sges.totalLength();
        int header = request.invalidates ? SendAndInvalidateEncoder.BLOCK_LENGTH : SendChunkEncoder.BLOCK_LENGTH;
        boolean last;
        do {
            int bytes = (int) Math.min(total - request.transferred, link.maxPayloadLength() - header);
            if (!link.tryClaim(header + bytes)) {
                return false;
            }
            MutableDirectBuffer buffer = link.link().claimedBuffer();
            int offset = link.link().claimedOffset();
            if (request.invalidates) {
                invalidating
                        .wrap(buffer, offset)
                        .token(request.peerToken)
                        .generation(request.peerGeneration)
                        .totalLength(total)
                        .messageOffset(request.transferred)
                        .windowId(request.peerWindowId)
                        .reserved(0);
            } else {
                chunk.wrap(buffer, offset).totalLength(total).messageOffset(request.transferred);
            }
            request.sges.gather(request.transferred, buffer, offset + header, bytes);
            request.transferred += bytes;
            last = request.transferred == total;
            int flags = last ? FrameWord.FLAG_LAST | solicited(request) : 0;
            int type = request.invalidates ? FrameType.SEND_AND_INVALIDATE : FrameType.SEND_CHUNK;
            if (request.firstSequence == 0) {
                credit.sent();
            }
            framed(request, link, link.commit(endpoint, type, flags), last);
        } while (!last);
        return true;
    }

    private boolean write(Request request, LinkEnd link) {
        long total = request.sges.totalLength();
        int header = WriteEncoder.BLOCK_LENGTH;
        boolean last;
        do {
            if (!request.sges.isReadable()) {
                request.end(NdStatus.ACCESS_VIOLATION);
                return true;
            }
            int bytes = (int) Math.min(total - request.transferred, link.maxPayloadLength() - header);
            if (!link.tryClaim(header + bytes)) {
                return false;
            }
            MutableDirectBuffer buffer = link.link().claimedBuffer();
            int offset = link.link().claimedOffset();
            write.wrap(buffer, offset)
                    .token(request.peerToken)
                    .generation(request.peerGeneration)
                    .windowOffset(request.offset + request.transferred)
                    .remaining(total - request.transferred)
                    .windowId(request.peerWindowId)
                    .reserved(0);
            request.sges.gather(request.transferred, buffer, offset + header, bytes);
            request.transferred += bytes;
            last = request.transferred == total;
            framed(request, link, link.commit(endpoint, FrameType.WRITE, last ? FrameWord.FLAG_LAST : 0), last);
        } while (!last);
        return true;
    }

    private boolean read(Request request, LinkEnd link) {
        if (outboundReadLimit == 0 || !request.sges.isWritable()) {
            request.end(outboundReadLimit == 0 ? NdStatus.INVALID_DEVICE_REQUEST : NdStatus.ACCESS_VIOLATION);
            return true;
        }
        if (readsInProgress >= outboundReadLimit || !link.tryClaim(ReadRequestEncoder.BLOCK_LENGTH)) {
            return false;
        }
        readRequest
                .wrap(link.link().claimedBuffer(), link.link().claimedOffset())
                .token(request.peerToken)
                .generation(request.peerGeneration)
                .windowOffset(request.offset)
                .length(request.sges.totalLength())
                .windowId(request.peerWindowId)
                .requestId((int) queue.nextIndex());
        readsInProgress++;
        framed(request, link, link.commit(endpoint, FrameType.READ_REQUEST, 0), false);
        return true;
    }

    private boolean bind(Request request) {
        if (!request.ran) {
            runBind(request);
        }
        request.end(request.status);
        return true;
    }

    /** Lets a Bind take effect, at its post or in its turn. */
    void runBind(Request request) {
        request.ran = true;
        Window window = request.window;
        if (window == null
                || request.region == null
                || !request.region.isRegistered()
                || !window.bind(
                        endpoint, request.region, request.offset, request.length, request.flags, request.generation)) {
            request.status = NdStatus.INVALID_DEVICE_REQUEST;
        }
    }

    /** Tells whether a Bind posted now takes effect only in its turn. */
    boolean mustDefer(Request request) {
        return (request.isFenced() && (readsInProgress > 0 || queue.hasReadsToRun()))
                || (request.window != null && request.window.awaitsInvalidate());
    }

    private boolean invalidate(Request request) {
        Window window = request.window;
        boolean bound = false;
        if (window != null) {
            window.invalidateRan();
            bound = window.invalidate(endpoint);
        }
        request.end(bound ? NdStatus.SUCCESS : NdStatus.INVALID_DEVICE_REQUEST);
        return true;
    }

    /** Notes that a frame of a request was sent. */
    private void framed(Request request, LinkEnd link, long sequence, boolean last) {
        if (request.firstSequence == 0) {
            request.firstSequence = sequence;
        }
        request.lastSequence = sequence;
        if (last) {
            link.awaitAcknowledgement(sequence, endpoint);
        }
    }

    private static int solicited(Request request) {
        return (request.flags & OpFlags.SEND_AND_SOLICIT_EVENT) != 0 ? FrameWord.FLAG_SOLICITED : 0;
    }

    /** Looks for credit that came without a frame; false if there is none, after too long as a failure of the request. */
    private boolean refreshCredit(Request request, LinkEnd link) {
        credit.refresh(link.link().credit(endpoint.peerId()));
        if (credit.isLeft()) {
            return true;
        }
        if (credit.isOverdue(link.nanoTime(), receiverNotReadyNs)) {
            request.end(NdStatus.IO_TIMEOUT);
        }
        return false;
    }
}
