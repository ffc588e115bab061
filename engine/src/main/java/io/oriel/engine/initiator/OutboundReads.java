// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.ReadResponseDecoder;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** The Reads and atomics of one endpoint that the peer is answering. By the domain's owner. */
final class OutboundReads {
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
