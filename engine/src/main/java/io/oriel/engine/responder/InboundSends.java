// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.responder;

import io.oriel.api.NdStatus;
import io.oriel.engine.memory.Revocation;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowHolder;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.SendAndInvalidateDecoder;
import io.oriel.engine.protocol.SendChunkDecoder;
import org.agrona.DirectBuffer;

/**
 * Places the messages of one endpoint's peer into its Receives. By the domain's owner.
 *
 * <p>What a frame cannot do it answers with a status, of which the peer is told.
 */
final class InboundSends {
    private final ReceiveQueue receives;
    private final WindowTable windows;
    private final WindowHolder holder;
    private final SendChunkDecoder chunk = new SendChunkDecoder();
    private final SendAndInvalidateDecoder invalidating = new SendAndInvalidateDecoder();
    private final Revocation taken = new Revocation();

    InboundSends(ReceiveQueue receives, WindowTable windows, WindowHolder holder) {
        this.receives = receives;
        this.windows = windows;
        this.holder = holder;
    }

    NdStatus onSend(long word, DirectBuffer buffer, int offset, int length) {
        NdStatus status = receives.take(buffer, offset, length, FrameWord.isSolicited(word));
        // INTERNAL_ERROR: the peer sent without credit.
        return status == NdStatus.SUCCESS || status == NdStatus.INTERNAL_ERROR ? status : NdStatus.REMOTE_ERROR;
    }

    NdStatus onChunk(long word, DirectBuffer buffer, int offset, int length) {
        int header = SendChunkDecoder.BLOCK_LENGTH;
        if (length < header) {
            return NdStatus.INTERNAL_ERROR;
        }
        chunk.wrap(buffer, offset, header, SendChunkDecoder.SCHEMA_VERSION);
        NdStatus status = isPlaced(word)
                ? takePlaced(chunk.totalLength(), length - header)
                : place(chunk.totalLength(), chunk.messageOffset(), buffer, offset + header, length - header);
        if (status == NdStatus.SUCCESS && receives.isWhole()) {
            receives.complete(NdStatus.SUCCESS, FrameWord.isSolicited(word));
        }
        return status;
    }

    NdStatus onSendAndInvalidate(long word, DirectBuffer buffer, int offset, int length) {
        int header = SendAndInvalidateDecoder.BLOCK_LENGTH;
        if (length < header) {
            return NdStatus.INTERNAL_ERROR;
        }
        invalidating.wrap(buffer, offset, header, SendAndInvalidateDecoder.SCHEMA_VERSION);
        long total = invalidating.totalLength();
        NdStatus status = isPlaced(word)
                ? takePlaced(total, length - header)
                : place(total, invalidating.messageOffset(), buffer, offset + header, length - header);
        if (status != NdStatus.SUCCESS || !receives.isWhole()) {
            return status;
        }
        Window window =
                windows.resolve(invalidating.windowId(), holder, invalidating.generation(), invalidating.token());
        if (window == null || !window.invalidate(holder, taken) || !taken.isOver()) { // a peer that copies errs
            taken.forget();
            receives.complete(NdStatus.INVALID_DEVICE_REQUEST, false);
            return NdStatus.REMOTE_ERROR;
        }
        receives.completeRemoteInvalidation(window.context());
        receives.complete(NdStatus.SUCCESS, FrameWord.isSolicited(word));
        return NdStatus.SUCCESS;
    }

    /** Places part of a message. */
    private NdStatus place(long totalLength, long at, DirectBuffer buffer, int offset, int length) {
        if (at == 0 && totalLength >= 0) {
            NdStatus status = begin(totalLength);
            if (status != NdStatus.SUCCESS) {
                return status;
            }
        }
        if (!receives.continues(totalLength, at, length)) {
            return NdStatus.INTERNAL_ERROR;
        }
        if (at != 0 && !receives.isWritable()) {
            receives.complete(NdStatus.ACCESS_VIOLATION, false);
            return NdStatus.REMOTE_ERROR;
        }
        receives.fill(buffer, offset, length);
        return NdStatus.SUCCESS;
    }

    /** Begins a message, if there is a Receive that can take it. */
    private NdStatus begin(long totalLength) {
        if (!receives.isReady()) { // the peer sent without credit
            return NdStatus.INTERNAL_ERROR;
        }
        return completedIfRefused(receives.begin(totalLength));
    }

    /** Takes a message that the peer has placed by itself. */
    private NdStatus takePlaced(long totalLength, int payload) {
        NdStatus status = payload != 0 || totalLength < 0 || !receives.isReady()
                ? NdStatus.INTERNAL_ERROR
                : receives.beginPlaced(totalLength);
        return status == NdStatus.INTERNAL_ERROR ? status : completedIfRefused(status);
    }

    /** A Receive that cannot take its message completes with a status; the peer is told another. */
    private NdStatus completedIfRefused(NdStatus status) {
        if (status == NdStatus.SUCCESS) {
            return status;
        }
        receives.complete(status, false);
        return NdStatus.REMOTE_ERROR;
    }

    private static boolean isPlaced(long word) {
        return (FrameWord.flags(word) & FrameWord.FLAG_PLACED) != 0;
    }
}
