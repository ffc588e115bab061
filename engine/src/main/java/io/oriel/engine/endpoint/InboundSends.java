// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.engine.memory.Revocation;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowHolder;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.SendAndInvalidateDecoder;
import io.oriel.engine.protocol.SendChunkDecoder;
import io.oriel.engine.responder.ReceiveQueue;
import org.agrona.DirectBuffer;

/** Places the messages of one endpoint's peer into its Receives. By the domain's owner. */
final class InboundSends {
    private final Peering endpoint;
    private final Responder responder;
    private final WindowTable windows;
    private final WindowHolder holder;
    private final SendChunkDecoder chunk = new SendChunkDecoder();
    private final SendAndInvalidateDecoder invalidating = new SendAndInvalidateDecoder();
    private final Revocation taken = new Revocation();

    InboundSends(Peering endpoint, Responder responder, WindowTable windows) {
        this.endpoint = endpoint;
        this.responder = responder;
        this.windows = windows;
        holder = endpoint.windows();
    }

    void onSend(long word, long sequence, DirectBuffer buffer, int offset, int length) {
        NdStatus status = endpoint.receives().take(buffer, offset, length, FrameWord.isSolicited(word));
        if (status != NdStatus.SUCCESS) {
            // INTERNAL_ERROR: the peer sent without credit.
            responder.fail(sequence, status == NdStatus.INTERNAL_ERROR ? status : NdStatus.REMOTE_ERROR);
        }
    }

    void onChunk(long word, long sequence, DirectBuffer buffer, int offset, int length) {
        int header = SendChunkDecoder.BLOCK_LENGTH;
        if (length < header) {
            responder.fail(sequence, NdStatus.INTERNAL_ERROR);
            return;
        }
        chunk.wrap(buffer, offset, header, SendChunkDecoder.SCHEMA_VERSION);
        boolean isTaken = isPlaced(word)
                ? takePlaced(sequence, chunk.totalLength(), length - header)
                : place(sequence, chunk.totalLength(), chunk.messageOffset(), buffer, offset + header, length - header);
        if (isTaken && endpoint.receives().isWhole()) {
            endpoint.receives().complete(NdStatus.SUCCESS, FrameWord.isSolicited(word));
        }
    }

    void onSendAndInvalidate(long word, long sequence, DirectBuffer buffer, int offset, int length) {
        int header = SendAndInvalidateDecoder.BLOCK_LENGTH;
        if (length < header) {
            responder.fail(sequence, NdStatus.INTERNAL_ERROR);
            return;
        }
        invalidating.wrap(buffer, offset, header, SendAndInvalidateDecoder.SCHEMA_VERSION);
        boolean isTaken = isPlaced(word)
                ? takePlaced(sequence, invalidating.totalLength(), length - header)
                : place(
                        sequence,
                        invalidating.totalLength(),
                        invalidating.messageOffset(),
                        buffer,
                        offset + header,
                        length - header);
        ReceiveQueue receives = endpoint.receives();
        if (!isTaken || !receives.isWhole()) {
            return;
        }
        Window window =
                windows.resolve(invalidating.windowId(), holder, invalidating.generation(), invalidating.token());
        if (window == null || !window.invalidate(holder, taken) || !taken.isOver()) { // a peer that copies errs
            taken.forget();
            receives.complete(NdStatus.INVALID_DEVICE_REQUEST, false);
            responder.fail(sequence, NdStatus.REMOTE_ERROR);
            return;
        }
        receives.completeRemoteInvalidation(window.context());
        receives.complete(NdStatus.SUCCESS, FrameWord.isSolicited(word));
    }

    /** Places part of a message; false if that failed, and the connection with it. */
    private boolean place(long sequence, long totalLength, long at, DirectBuffer buffer, int offset, int length) {
        if (at == 0 && totalLength >= 0 && !begin(sequence, totalLength)) {
            return false;
        }
        ReceiveQueue receives = endpoint.receives();
        if (!receives.continues(totalLength, at, length)) {
            responder.fail(sequence, NdStatus.INTERNAL_ERROR);
            return false;
        }
        if (at != 0 && !receives.isWritable()) {
            receives.complete(NdStatus.ACCESS_VIOLATION, false);
            responder.fail(sequence, NdStatus.REMOTE_ERROR);
            return false;
        }
        receives.fill(buffer, offset, length);
        return true;
    }

    /** Takes a message that the peer has placed by itself; false if that failed, and the connection with it. */
    private boolean takePlaced(long sequence, long totalLength, int payload) {
        ReceiveQueue receives = endpoint.receives();
        NdStatus status = payload != 0 || totalLength < 0 || !receives.isReady()
                ? NdStatus.INTERNAL_ERROR
                : receives.beginPlaced(totalLength);
        if (status == NdStatus.INTERNAL_ERROR) {
            responder.fail(sequence, status);
        } else if (status != NdStatus.SUCCESS) {
            receives.complete(status, false);
            responder.fail(sequence, NdStatus.REMOTE_ERROR);
        }
        return status == NdStatus.SUCCESS;
    }

    /** Begins a message; false if there is no Receive that can take it. */
    private boolean begin(long sequence, long totalLength) {
        ReceiveQueue receives = endpoint.receives();
        if (!receives.isReady()) { // the peer sent without credit
            responder.fail(sequence, NdStatus.INTERNAL_ERROR);
            return false;
        }
        NdStatus status = receives.begin(totalLength);
        if (status != NdStatus.SUCCESS) {
            receives.complete(status, false);
            responder.fail(sequence, NdStatus.REMOTE_ERROR);
            return false;
        }
        return true;
    }

    private static boolean isPlaced(long word) {
        return (FrameWord.flags(word) & FrameWord.FLAG_PLACED) != 0;
    }
}
