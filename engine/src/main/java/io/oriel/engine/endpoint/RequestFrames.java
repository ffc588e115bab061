// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.initiator.Credit;
import io.oriel.engine.initiator.Request;
import io.oriel.engine.protocol.AtomicEncoder;
import io.oriel.engine.protocol.AtomicOperation;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.ReadRequestEncoder;
import io.oriel.engine.protocol.SendAndInvalidateEncoder;
import io.oriel.engine.protocol.SendChunkEncoder;
import io.oriel.engine.protocol.WriteEncoder;
import io.oriel.engine.protocol.WriteWithImmediateEncoder;
import org.agrona.MutableDirectBuffer;

/** Puts the requests of one endpoint into frames for the peer's responder. By the domain's owner. */
final class RequestFrames {
    private static final int WRITE_HEADER = WriteEncoder.BLOCK_LENGTH; // a WriteWithImmediate's is as long

    private final Peering endpoint;
    private final Addressee addressee;
    private final Credit credit;
    private final SendChunkEncoder chunk = new SendChunkEncoder();
    private final SendAndInvalidateEncoder invalidating = new SendAndInvalidateEncoder();
    private final WriteEncoder write = new WriteEncoder();
    private final WriteWithImmediateEncoder telling = new WriteWithImmediateEncoder();
    private final AtomicEncoder atomic = new AtomicEncoder();
    private final ReadRequestEncoder readRequest = new ReadRequestEncoder();
    private long lastWrite;

    RequestFrames(Peering endpoint, Credit credit) {
        this.endpoint = endpoint;
        addressee = endpoint.addressee();
        this.credit = credit;
    }

    /** Tells whether the peer has executed every Write that was sent. */
    boolean areWritesExecuted(LinkEnd link) {
        return link.peers().count() >= lastWrite;
    }

    /** Sends a Send, for which there is credit; false if something is left. */
    boolean send(Request request, LinkEnd link) {
        long total = request.sges.totalLength();
        if (request.invalidates || request.isPlaced || total > link.maxPayloadLength()) {
            return sendParts(request, link);
        }
        int bytes = (int) total;
        if (!link.tryClaim(bytes)) {
            return false;
        }
        request.sges.gather(0, link.link().claimedBuffer(), link.link().claimedOffset(), bytes);
        commitSend(request, link);
        return true;
    }

    /** Commits the claimed frame, which is a whole Send. */
    void commitSend(Request request, LinkEnd link) {
        framed(request, link, link.commit(endpoint, FrameWord.TYPE_SEND, solicited(request)), true);
        credit.sent();
    }

    private boolean sendParts(Request request, LinkEnd link) {
        long total = request.sges.totalLength();
        int header = request.invalidates ? SendAndInvalidateEncoder.BLOCK_LENGTH : SendChunkEncoder.BLOCK_LENGTH;
        int placed = request.isPlaced ? FrameWord.FLAG_PLACED : 0;
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
            int flags = last ? FrameWord.FLAG_LAST | placed | solicited(request) : 0;
            int type = request.invalidates ? FrameWord.TYPE_SEND_AND_INVALIDATE : FrameWord.TYPE_SEND_CHUNK;
            if (request.firstSequence == 0) {
                credit.sent();
            }
            framed(request, link, link.commit(endpoint, type, flags), last);
        } while (!last);
        return true;
    }

    /** Sends a Write, or what tells of one that was carried out directly; false if something is left. */
    boolean write(Request request, LinkEnd link) {
        long total = request.sges.totalLength();
        boolean last;
        do {
            if (!request.sges.isReadable() && !request.isPlaced) {
                request.end(NdStatus.ACCESS_VIOLATION);
                return true;
            }
            int bytes = (int) Math.min(total - request.transferred, link.maxPayloadLength() - WRITE_HEADER);
            if (!link.tryClaim(WRITE_HEADER + bytes)) {
                return false;
            }
            int payload = link.link().claimedOffset() + WRITE_HEADER;
            request.sges.gather(request.transferred, link.link().claimedBuffer(), payload, bytes);
            last = request.transferred + bytes == total;
            long sequence = last && request.hasImmediate
                    ? commitTelling(request, link)
                    : commitWrite(request, link, last ? FrameWord.FLAG_LAST : 0);
            request.transferred += bytes;
            if (!request.isPlaced) {
                lastWrite = sequence;
            }
            framed(request, link, sequence, last);
        } while (!last);
        return true;
    }

    private long commitWrite(Request request, LinkEnd link, int flags) {
        write.wrap(link.link().claimedBuffer(), link.link().claimedOffset())
                .token(request.peerToken)
                .generation(request.peerGeneration)
                .windowOffset(request.offset + request.transferred)
                .remaining(request.sges.totalLength() - request.transferred)
                .windowId(request.peerWindowId)
                .reserved(0);
        return link.commit(endpoint, FrameWord.TYPE_WRITE, flags);
    }

    /** Commits the end of a Write with an immediate value. */
    private long commitTelling(Request request, LinkEnd link) {
        telling.wrap(link.link().claimedBuffer(), link.link().claimedOffset())
                .token(request.peerToken)
                .generation(request.peerGeneration)
                .windowOffset(request.offset)
                .totalLength(request.sges.totalLength())
                .windowId(request.peerWindowId)
                .immediate(request.immediate);
        int placed = request.isPlaced ? FrameWord.FLAG_PLACED : 0;
        return link.commit(endpoint, FrameWord.TYPE_WRITE_WITH_IMMEDIATE, placed | solicited(request));
    }

    /** Asks for a Read; false if there is no room. */
    boolean read(Request request, int requestId, LinkEnd link) {
        if (!link.tryClaim(ReadRequestEncoder.BLOCK_LENGTH)) {
            return false;
        }
        readRequest
                .wrap(link.link().claimedBuffer(), link.link().claimedOffset())
                .token(request.peerToken)
                .generation(request.peerGeneration)
                .windowOffset(request.offset)
                .length(request.sges.totalLength())
                .windowId(request.peerWindowId)
                .requestId(requestId);
        framed(request, link, link.commit(endpoint, FrameWord.TYPE_READ_REQUEST, 0), false);
        return true;
    }

    /** Asks for an atomic; false if there is no room. */
    boolean atomic(Request request, AtomicOperation operation, int requestId, LinkEnd link) {
        if (!link.tryClaim(AtomicEncoder.BLOCK_LENGTH)) {
            return false;
        }
        atomic.wrap(link.link().claimedBuffer(), link.link().claimedOffset())
                .token(request.peerToken)
                .generation(request.peerGeneration)
                .windowOffset(request.offset)
                .operand(request.operand)
                .expected(request.expected)
                .windowId(request.peerWindowId)
                .requestId(requestId)
                .operation(operation.code())
                .reserved(0);
        framed(request, link, link.commit(endpoint, FrameWord.TYPE_ATOMIC, 0), false);
        return true;
    }

    /** Notes that a frame of a request was sent. */
    private void framed(Request request, LinkEnd link, long sequence, boolean last) {
        if (request.firstSequence == 0) {
            request.firstSequence = sequence;
            if (request.hasImmediate) {
                credit.sent();
            }
        }
        request.lastSequence = sequence;
        if (last) {
            link.peers().await(sequence, addressee);
        }
    }

    private static int solicited(Request request) {
        return (request.flags & OpFlags.SEND_AND_SOLICIT_EVENT) != 0 ? FrameWord.FLAG_SOLICITED : 0;
    }
}
