// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.credit.Credit;
import io.oriel.engine.link.Lane;
import io.oriel.engine.protocol.AtomicEncoder;
import io.oriel.engine.protocol.AtomicOperation;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.ReadRequestEncoder;
import io.oriel.engine.protocol.ReadResponseDecoder;
import io.oriel.engine.protocol.SendAndInvalidateEncoder;
import io.oriel.engine.protocol.SendChunkEncoder;
import io.oriel.engine.protocol.WriteEncoder;
import io.oriel.engine.protocol.WriteWithImmediateEncoder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** Puts the requests of one endpoint into frames for the peer's responder. By the domain's owner. */
final class RequestFrames {
    private static final int WRITE_HEADER = WriteEncoder.BLOCK_LENGTH; // a WriteWithImmediate's is as long

    private final Lane lane;
    private final Credit credit;
    private final SendChunkEncoder chunk = new SendChunkEncoder();
    private final SendAndInvalidateEncoder invalidating = new SendAndInvalidateEncoder();
    private final WriteEncoder write = new WriteEncoder();
    private final WriteWithImmediateEncoder telling = new WriteWithImmediateEncoder();
    private final AtomicEncoder atomic = new AtomicEncoder();
    private final ReadRequestEncoder readRequest = new ReadRequestEncoder();
    private long lastWrite;

    /** The Reads and atomics of one endpoint that the peer is answering. By the domain's owner. */
    static final class OutboundReads {
        private final InitiatorQueue queue;
        private final ReadResponseDecoder response = new ReadResponseDecoder();
        private int limit;
        private int inProgress;

        /**
         * Creates a count of none.
         *
         * @param queue of the endpoint
         */
        OutboundReads(InitiatorQueue queue) {
            this.queue = queue;
        }

        /**
         * Sets how many may be in progress.
         *
         * @param reads the connection's limit
         */
        void limit(int reads) {
            limit = reads;
        }

        /** Tells whether the connection allows any. */
        boolean areAllowed() {
            return limit > 0;
        }

        /**
         * Ends a Read or an atomic that must not be begun.
         *
         * @param request whose turn it is
         * @return false if it has ended
         */
        boolean mayBegin(Request request) {
            if (!areAllowed()) {
                request.end(NdStatus.INVALID_DEVICE_REQUEST);
            } else if (!request.sges.isWritable()) {
                request.end(NdStatus.ACCESS_VIOLATION);
            }
            return !request.done;
        }

        /** Tells whether as many are in progress as may be. */
        boolean isFull() {
            return inProgress >= limit;
        }

        /** Tells whether every answer has come. */
        boolean isEmpty() {
            return inProgress == 0;
        }

        /** One more was sent. */
        void sent() {
            inProgress++;
        }

        /**
         * Takes part of an answer.
         *
         * @param word   of the frame
         * @param buffer holds the frame, which is not to be trusted
         * @param offset where
         * @param length bytes
         * @return what was answered, which may have ended; null if the peer answered what was not asked
         */
        @Nullable
        Request take(long word, DirectBuffer buffer, int offset, int length) {
            int header = ReadResponseDecoder.BLOCK_LENGTH;
            if (length < header) {
                return null;
            }
            response.wrap(buffer, offset, header, ReadResponseDecoder.SCHEMA_VERSION);
            Request request = queue.readInProgress(response.requestId());
            int bytes = length - header;
            if (request == null || response.requestOffset() != request.transferred || bytes > request.left()) {
                return null;
            }
            boolean last = (FrameWord.flags(word) & FrameWord.FLAG_LAST) != 0;
            if (last != (bytes == request.left()) || (bytes == 0 && !last)) { // empty parts would never end it
                return null;
            }
            if (!request.sges.isWritable()) { // its region was deregistered meanwhile
                request.end(NdStatus.ACCESS_VIOLATION);
                return request;
            }
            request.sges.scatter(request.transferred, buffer, offset + header, bytes);
            request.transferred += bytes;
            if (last) {
                inProgress--;
                request.end(NdStatus.SUCCESS);
            }
            return request;
        }
    }

    RequestFrames(Lane lane, Credit credit) {
        this.lane = lane;
        this.credit = credit;
    }

    /** Tells whether the peer has executed every Write that was sent. */
    boolean areWritesExecuted() {
        return lane.isExecuted(lastWrite);
    }

    /** Sends a Send, for which there is credit; false if something is left. */
    boolean send(Request request) {
        long total = request.sges.totalLength();
        if (request.invalidates || request.isPlaced || total > lane.maxPayloadLength()) {
            return sendParts(request);
        }
        int bytes = (int) total;
        if (!lane.tryClaim(bytes)) {
            return false;
        }
        request.sges.gather(0, lane.buffer(), lane.offset(), bytes);
        commitSend(request);
        return true;
    }

    /** Commits the claimed frame, which is a whole Send. */
    void commitSend(Request request) {
        framed(request, lane.commit(FrameWord.TYPE_SEND, solicited(request)), true);
        credit.sent();
        lane.shortSent();
    }

    private boolean sendParts(Request request) {
        long total = request.sges.totalLength();
        int header = request.invalidates ? SendAndInvalidateEncoder.BLOCK_LENGTH : SendChunkEncoder.BLOCK_LENGTH;
        int placed = request.isPlaced ? FrameWord.FLAG_PLACED : 0;
        boolean last;
        do {
            int bytes = (int) Math.min(total - request.transferred, lane.maxPayloadLength() - header);
            if (!lane.tryClaim(header + bytes)) {
                return false;
            }
            MutableDirectBuffer buffer = lane.buffer();
            int offset = lane.offset();
            if (request.invalidates) {
                invalidating
                        .wrap(buffer, offset)
                        .token(request.target.token)
                        .generation(request.target.generation)
                        .totalLength(total)
                        .messageOffset(request.transferred)
                        .windowId(request.target.windowId)
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
            framed(request, lane.commit(type, flags), last);
        } while (!last);
        return true;
    }

    /** Sends a Write, or what tells of one that was carried out directly; false if something is left. */
    boolean write(Request request) {
        long total = request.sges.totalLength();
        boolean last;
        do {
            if (!request.sges.isReadable() && !request.isPlaced) {
                request.end(NdStatus.ACCESS_VIOLATION);
                return true;
            }
            int bytes = request.nextLength(lane.maxPayloadLength() - WRITE_HEADER);
            if (!lane.tryClaim(WRITE_HEADER + bytes)) {
                return false;
            }
            int payload = lane.offset() + WRITE_HEADER;
            request.sges.gather(request.transferred, lane.buffer(), payload, bytes);
            last = request.transferred + bytes == total;
            long sequence = last && request.hasImmediate
                    ? commitTelling(request)
                    : commitWrite(request, last ? FrameWord.FLAG_LAST : 0);
            request.transferred += bytes;
            if (!request.isPlaced) {
                lastWrite = sequence;
            }
            framed(request, sequence, last);
        } while (!last);
        return true;
    }

    private long commitWrite(Request request, int flags) {
        write.wrap(lane.buffer(), lane.offset())
                .token(request.target.token)
                .generation(request.target.generation)
                .windowOffset(request.offset + request.transferred)
                .remaining(request.sges.totalLength() - request.transferred)
                .windowId(request.target.windowId)
                .reserved(0);
        return lane.commit(FrameWord.TYPE_WRITE, flags);
    }

    /** Commits the end of a Write with an immediate value. */
    private long commitTelling(Request request) {
        telling.wrap(lane.buffer(), lane.offset())
                .token(request.target.token)
                .generation(request.target.generation)
                .windowOffset(request.offset)
                .totalLength(request.sges.totalLength())
                .windowId(request.target.windowId)
                .immediate(request.immediate);
        int placed = request.isPlaced ? FrameWord.FLAG_PLACED : 0;
        return lane.commit(FrameWord.TYPE_WRITE_WITH_IMMEDIATE, placed | solicited(request));
    }

    /** Asks for a Read; false if there is no room. */
    boolean read(Request request, int requestId) {
        if (!lane.tryClaim(ReadRequestEncoder.BLOCK_LENGTH)) {
            return false;
        }
        readRequest
                .wrap(lane.buffer(), lane.offset())
                .token(request.target.token)
                .generation(request.target.generation)
                .windowOffset(request.offset)
                .length(request.sges.totalLength())
                .windowId(request.target.windowId)
                .requestId(requestId);
        framed(request, lane.commit(FrameWord.TYPE_READ_REQUEST, 0), false);
        return true;
    }

    /** Asks for an atomic; false if there is no room. */
    boolean atomic(Request request, AtomicOperation operation, int requestId) {
        if (!lane.tryClaim(AtomicEncoder.BLOCK_LENGTH)) {
            return false;
        }
        atomic.wrap(lane.buffer(), lane.offset())
                .token(request.target.token)
                .generation(request.target.generation)
                .windowOffset(request.offset)
                .operand(request.operand)
                .expected(request.expected)
                .windowId(request.target.windowId)
                .requestId(requestId)
                .operation(operation.code())
                .reserved(0);
        framed(request, lane.commit(FrameWord.TYPE_ATOMIC, 0), false);
        return true;
    }

    /** Notes that a frame of a request was sent. */
    private void framed(Request request, long sequence, boolean last) {
        if (request.firstSequence == 0) {
            request.firstSequence = sequence;
            if (request.hasImmediate) {
                credit.sent();
            }
        }
        request.lastSequence = sequence;
        if (last) {
            lane.await(sequence);
        }
    }

    private static int solicited(Request request) {
        return (request.flags & OpFlags.SEND_AND_SOLICIT_EVENT) != 0 ? FrameWord.FLAG_SOLICITED : 0;
    }
}
