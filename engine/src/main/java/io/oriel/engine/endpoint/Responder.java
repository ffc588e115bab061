// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.memory.SmallCopy;
import io.oriel.engine.memory.Window;
import io.oriel.engine.memory.WindowHolder;
import io.oriel.engine.memory.WindowTable;
import io.oriel.engine.protocol.AtomicDecoder;
import io.oriel.engine.protocol.AtomicOperation;
import io.oriel.engine.protocol.DemandDecoder;
import io.oriel.engine.protocol.FailureEncoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.ReadRequestDecoder;
import io.oriel.engine.protocol.ReadResponseEncoder;
import io.oriel.engine.protocol.WriteDecoder;
import io.oriel.engine.protocol.WriteWithImmediateDecoder;
import io.oriel.engine.responder.InboundReads;
import io.oriel.engine.responder.ReceiveQueue;
import io.oriel.engine.shared.Demand;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Executes the frames of one endpoint's peer. Their bytes are not trusted: lengths first, then token, right and bounds.
 * By the domain's owner.
 *
 * <p>Every frame is consumed without room to answer: Reads, and what atomics bring back, wait in a ring that the
 * connection's limit bounds; a failure is kept until it can be told.
 */
final class Responder {
    private final Peering endpoint;
    private final WindowTable windows;
    private final WindowHolder holder;
    private final InboundSends sends;
    private final InboundReads reads = new InboundReads();
    private final WriteDecoder write = new WriteDecoder();
    private final WriteWithImmediateDecoder telling = new WriteWithImmediateDecoder();
    private final AtomicDecoder atomic = new AtomicDecoder();
    private final ReadRequestDecoder readRequest = new ReadRequestDecoder();
    private final ReadResponseEncoder readResponse = new ReadResponseEncoder();
    private final DemandDecoder demand = new DemandDecoder();
    private final FailureEncoder failure = new FailureEncoder();
    private boolean failed;
    private long failedSequence;
    private NdStatus failedStatus = NdStatus.SUCCESS;

    Responder(Peering endpoint, WindowTable windows) {
        this.endpoint = endpoint;
        this.windows = windows;
        holder = endpoint.windows();
        sends = new InboundSends(endpoint, this, windows);
    }

    void limitReads(int inbound) {
        reads.limit(inbound);
    }

    /** Returns the frame whose failure has still to be told; 0 if there is none. */
    long failedSequence() {
        return failedSequence;
    }

    /** Tells whether the peer was told of a failure, or is going to be. */
    boolean hasFailed() {
        return failed;
    }

    /** Tells whether {@link #progress} has nothing to do. */
    boolean isIdle() {
        return failedSequence == 0 && reads.isEmpty();
    }

    void onFrame(long word, long sequence, DirectBuffer buffer, int offset, int length) {
        if (failed) {
            return; // the Failure ends the peer's endpoint before an acknowledgement can reach it
        }
        if (!endpoint.takesFrames()) {
            refuse(sequence, FrameWord.type(word));
            return;
        }
        endpoint.initiator().creditSeen(word, sequence);
        switch (FrameWord.type(word)) {
            case FrameWord.TYPE_SEND -> sends.onSend(word, sequence, buffer, offset, length);
            case FrameWord.TYPE_SEND_CHUNK -> sends.onChunk(word, sequence, buffer, offset, length);
            case FrameWord.TYPE_SEND_AND_INVALIDATE -> sends.onSendAndInvalidate(word, sequence, buffer, offset, length);
            case FrameWord.TYPE_WRITE -> onWrite(sequence, buffer, offset, length);
            case FrameWord.TYPE_READ_REQUEST -> onReadRequest(sequence, buffer, offset, length);
            case FrameWord.TYPE_WRITE_WITH_IMMEDIATE -> onWriteWithImmediate(word, sequence, buffer, offset, length);
            case FrameWord.TYPE_ATOMIC -> onAtomic(sequence, buffer, offset, length);
            case FrameWord.TYPE_DEMAND -> onDemand(word, sequence, buffer, offset, length);
            case FrameWord.TYPE_READ_RESPONSE -> {
                if (!endpoint.initiator().onReadResponse(word, buffer, offset, length)) {
                    fail(sequence, NdStatus.INTERNAL_ERROR);
                }
            }
            default -> fail(sequence, NdStatus.INTERNAL_ERROR);
        }
    }

    /** Ends the connection because a frame could not be executed, and tells the peer when there is room. */
    void fail(long sequence, NdStatus status) {
        if (failedSequence != 0 || !endpoint.isLive()) {
            return;
        }
        LinkEnd link = endpoint.requireLink();
        tellFailure(sequence, status, link);
        endpoint.beginFailing();
        if (reads.isEmpty()) {
            endpoint.end(NdStatus.CANCELED);
        }
    }

    /**
     * Answers Reads and tells the failure, as far as there is room.
     *
     * @return true if something is left
     */
    boolean progress(LinkEnd link) {
        while (!reads.isEmpty()) {
            if (!answer(reads.first(), link)) {
                noRoom();
                return true;
            }
        }
        if (failedSequence == 0) {
            return false;
        }
        endpoint.end(NdStatus.CANCELED);
        if (!link.tryClaim(FailureEncoder.BLOCK_LENGTH)) {
            noRoom();
            return true;
        }
        failure.wrap(link.link().claimedBuffer(), link.link().claimedOffset())
                .sequence(failedSequence)
                .status(failedStatus.value())
                .reserved(0);
        failedSequence = 0;
        link.own().failureSent();
        link.commit(endpoint, FrameWord.TYPE_FAILURE, 0);
        endpoint.tellEnded();
        return false;
    }

    private void noRoom() {
        if (failedSequence != 0) {
            endpoint.tellFailing(failedSequence, failedStatus);
        }
    }

    /** Forgets the peer's Reads, because the connection has ended. */
    void clear() {
        reads.clear();
    }

    /** Tells the peer that a frame came after the end, so that its request does not count as done. */
    private void refuse(long sequence, int type) {
        if (FrameWord.isRequest(type)) {
            tellFailure(sequence, NdStatus.CANCELED, endpoint.requireLink());
        }
    }

    private void tellFailure(long sequence, NdStatus status, LinkEnd link) {
        failed = true;
        failedSequence = sequence;
        failedStatus = status;
        link.own().hold(sequence);
        link.lookAfter(endpoint);
    }

    private void onWrite(long sequence, DirectBuffer buffer, int offset, int length) {
        int header = WriteDecoder.BLOCK_LENGTH;
        if (length < header) {
            fail(sequence, NdStatus.INTERNAL_ERROR);
            return;
        }
        write.wrap(buffer, offset, header, WriteDecoder.SCHEMA_VERSION);
        long at = write.windowOffset();
        long remaining = write.remaining();
        int bytes = length - header;
        Window window = windows.resolve(write.windowId(), holder, write.generation(), write.token());
        if (window == null || bytes > remaining || !window.grants(OpFlags.ALLOW_WRITE, at, remaining)) {
            fail(sequence, NdStatus.ACCESS_VIOLATION);
            return;
        }
        SmallCopy.copy(buffer, offset + header, window.region().memory(), (int) (window.start() + at), bytes);
    }

    private void onWriteWithImmediate(long word, long sequence, DirectBuffer buffer, int offset, int length) {
        int header = WriteWithImmediateDecoder.BLOCK_LENGTH;
        ReceiveQueue receives = endpoint.receives();
        if (length < header || !receives.isReady()) { // without a Receive, the peer wrote without credit
            fail(sequence, NdStatus.INTERNAL_ERROR);
            return;
        }
        telling.wrap(buffer, offset, header, WriteWithImmediateDecoder.SCHEMA_VERSION);
        long at = telling.windowOffset();
        long total = telling.totalLength();
        int bytes = length - header;
        Window window = windows.resolve(telling.windowId(), holder, telling.generation(), telling.token());
        if (window == null || bytes > total || !window.grants(OpFlags.ALLOW_WRITE, at, total)) {
            fail(sequence, NdStatus.ACCESS_VIOLATION);
            return;
        }
        int to = (int) (window.start() + at + total - bytes);
        SmallCopy.copy(buffer, offset + header, window.region().memory(), to, bytes);
        receives.takeImmediate(telling.immediate(), total, FrameWord.isSolicited(word));
    }

    /** Carries the atomic out at once, in the order of Writes, and keeps what it brings back until it can be told. */
    private void onAtomic(long sequence, DirectBuffer buffer, int offset, int length) {
        if (length < AtomicDecoder.BLOCK_LENGTH || reads.isFull()) {
            fail(sequence, NdStatus.INTERNAL_ERROR);
            return;
        }
        atomic.wrap(buffer, offset, AtomicDecoder.BLOCK_LENGTH, AtomicDecoder.SCHEMA_VERSION);
        AtomicOperation operation = AtomicOperation.of(atomic.operation());
        if (operation == null) {
            fail(sequence, NdStatus.INTERNAL_ERROR);
            return;
        }
        long at = atomic.windowOffset();
        Window window = windows.resolve(atomic.windowId(), holder, atomic.generation(), atomic.token());
        if (window == null || !window.grantsAtomic(at)) {
            fail(sequence, NdStatus.ACCESS_VIOLATION);
            return;
        }
        int index = (int) (window.start() + at);
        InboundReads.Entry answer = reads.add();
        answer.isAtomic = true;
        answer.requestId = atomic.requestId();
        answer.sequence = sequence;
        answer.former = operation.execute(window.region().memory(), index, atomic.operand(), atomic.expected());
        endpoint.requireLink().lookAfter(endpoint);
    }

    private void onReadRequest(long sequence, DirectBuffer buffer, int offset, int length) {
        if (length < ReadRequestDecoder.BLOCK_LENGTH || reads.isFull()) {
            fail(sequence, NdStatus.INTERNAL_ERROR);
            return;
        }
        readRequest.wrap(buffer, offset, ReadRequestDecoder.BLOCK_LENGTH, ReadRequestDecoder.SCHEMA_VERSION);
        InboundReads.Entry read = reads.add();
        read.requestId = readRequest.requestId();
        read.windowId = readRequest.windowId();
        read.generation = readRequest.generation();
        read.token = readRequest.token();
        read.offset = readRequest.windowOffset();
        read.length = readRequest.length();
        read.sequence = sequence;
        endpoint.requireLink().lookAfter(endpoint);
    }

    private void onDemand(long word, long sequence, DirectBuffer buffer, int offset, int length) {
        Demand asked = endpoint.receiving().demand();
        if (asked == null || length < DemandDecoder.BLOCK_LENGTH) {
            fail(sequence, NdStatus.INTERNAL_ERROR);
            return;
        }
        demand.wrap(buffer, offset, DemandDecoder.BLOCK_LENGTH, DemandDecoder.SCHEMA_VERSION);
        if (!asked.raise(demand.upTo(), (FrameWord.flags(word) & FrameWord.FLAG_REVOCABLE) != 0)) {
            fail(sequence, NdStatus.INTERNAL_ERROR);
        }
    }

    /** Sends what there is room for, removes the Read when it is done; false if something is left. */
    private boolean answer(InboundReads.Entry read, LinkEnd link) {
        return read.isAtomic ? answerAtomic(read, link) : answerRead(read, link);
    }

    private boolean answerAtomic(InboundReads.Entry read, LinkEnd link) {
        int header = ReadResponseEncoder.BLOCK_LENGTH;
        if (!link.tryClaim(header + Long.BYTES)) {
            return false;
        }
        MutableDirectBuffer buffer = link.link().claimedBuffer();
        int at = link.link().claimedOffset();
        readResponse.wrap(buffer, at).requestOffset(0).requestId(read.requestId).reserved(0);
        buffer.putLong(at + header, read.former);
        link.commit(endpoint, FrameWord.TYPE_READ_RESPONSE, FrameWord.FLAG_LAST);
        reads.remove();
        return true;
    }

    private boolean answerRead(InboundReads.Entry read, LinkEnd link) {
        int header = ReadResponseEncoder.BLOCK_LENGTH;
        do {
            Window window = windows.resolve(read.windowId, holder, read.generation, read.token);
            if (window == null || !window.grants(OpFlags.ALLOW_READ, read.offset, read.length)) {
                failRead(read);
                return true;
            }
            int bytes = (int) Math.min(read.length - read.answered, link.maxPayloadLength() - header);
            if (!link.tryClaim(header + bytes)) {
                return false;
            }
            int at = link.link().claimedOffset();
            readResponse
                    .wrap(link.link().claimedBuffer(), at)
                    .requestOffset(read.answered)
                    .requestId(read.requestId)
                    .reserved(0);
            long from = window.start() + read.offset + read.answered;
            window.region().memory().getBytes((int) from, link.link().claimedBuffer(), at + header, bytes);
            read.answered += bytes;
            link.commit(endpoint, FrameWord.TYPE_READ_RESPONSE, read.answered == read.length ? FrameWord.FLAG_LAST : 0);
        } while (read.answered < read.length);
        reads.remove();
        return true;
    }

    /** A Read that is not granted fails in the order of Reads: those behind it are not answered. */
    private void failRead(InboundReads.Entry read) {
        long sequence = read.sequence;
        reads.clear();
        if (failedSequence != 0) { // a later frame had failed already: this one comes first
            failedSequence = 0;
        }
        fail(sequence, NdStatus.ACCESS_VIOLATION);
    }
}
