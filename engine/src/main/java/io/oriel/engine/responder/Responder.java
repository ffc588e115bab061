// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.responder;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.credit.Demand;
import io.oriel.engine.link.Lane;
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
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Executes the frames of one endpoint's peer. Their bytes are not trusted: lengths first, then token, right and bounds.
 * By the domain's owner.
 *
 * <p>Every frame is consumed without room to answer: Reads, and what atomics bring back, wait in a ring that the
 * connection's limit bounds; a failure is kept until it can be told.
 */
public final class Responder {
    private final Lane lane;
    private final Receives receives;
    private final WindowTable windows;
    private final WindowHolder holder;
    private final InboundSends sends;
    private final InboundWrites writes;
    private final InboundReads reads = new InboundReads();
    private final AtomicDecoder atomic = new AtomicDecoder();
    private final ReadRequestDecoder readRequest = new ReadRequestDecoder();
    private final ReadResponseEncoder readResponse = new ReadResponseEncoder();
    private final DemandDecoder demand = new DemandDecoder();
    private final FailureEncoder failure = new FailureEncoder();
    private NdStatus failedStatus = NdStatus.SUCCESS;

    /**
     * Creates the responder of an endpoint.
     *
     * @param lane     of the endpoint
     * @param receives of the endpoint
     * @param windows  of the adapter
     * @param holder   holds those that the peer may use
     */
    public Responder(Lane lane, Receives receives, WindowTable windows, WindowHolder holder) {
        this.lane = lane;
        this.receives = receives;
        this.windows = windows;
        this.holder = holder;
        sends = new InboundSends(receives.queue(), windows, holder);
        writes = new InboundWrites(receives.queue(), windows, holder);
    }

    /** Returns the Receives of the endpoint. */
    public Receives receives() {
        return receives;
    }

    /**
     * The endpoint gets its peer. On the agent.
     *
     * @param inbound Reads in progress at most
     */
    public void attach(int inbound) {
        reads.limit(inbound);
    }

    /**
     * Executes a frame, which is none of the answers.
     *
     * @param word   beside it
     * @param sequence of the frame
     * @param buffer holds it
     * @param offset where its payload begins
     * @param length bytes of its payload
     * @return SUCCESS; otherwise it could not be executed, and the peer is to be told the status: see {@link #fail}
     */
    public NdStatus onFrame(long word, long sequence, DirectBuffer buffer, int offset, int length) {
        return switch (FrameWord.type(word)) {
            case FrameWord.TYPE_SEND -> sends.onSend(word, buffer, offset, length);
            case FrameWord.TYPE_SEND_CHUNK -> sends.onChunk(word, buffer, offset, length);
            case FrameWord.TYPE_SEND_AND_INVALIDATE -> sends.onSendAndInvalidate(word, buffer, offset, length);
            case FrameWord.TYPE_WRITE -> writes.onWrite(buffer, offset, length);
            case FrameWord.TYPE_READ_REQUEST -> onReadRequest(sequence, buffer, offset, length);
            case FrameWord.TYPE_WRITE_WITH_IMMEDIATE -> writes.onWriteWithImmediate(word, buffer, offset, length);
            case FrameWord.TYPE_ATOMIC -> onAtomic(sequence, buffer, offset, length);
            case FrameWord.TYPE_DEMAND -> onDemand(word, buffer, offset, length);
            default -> NdStatus.INTERNAL_ERROR;
        };
    }

    /**
     * A frame could not be executed: the peer is told when there is room, and nothing more of it is executed.
     *
     * @param sequence of the frame
     * @param status   what its request ends with
     */
    public void fail(long sequence, NdStatus status) {
        failedStatus = status;
        lane.fail(sequence);
    }

    /** Returns what the peer has still to be told of the frame that has failed. */
    public NdStatus failedStatus() {
        return failedStatus;
    }

    /** Tells whether every Read and atomic was answered. */
    public boolean hasAnswered() {
        return reads.isEmpty();
    }

    /** Tells whether nothing is left to be told. */
    public boolean isIdle() {
        return lane.failedSequence() == 0 && reads.isEmpty();
    }

    /**
     * Answers Reads and atomics, as far as there is room. One that is not granted fails in the order of Reads: those behind it
     * are not answered.
     *
     * @return false if something is left
     */
    public boolean answer() {
        while (!reads.isEmpty()) {
            InboundReads.Entry first = reads.first();
            if (!(first.isAtomic ? answerAtomic(first) : answerRead(first))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Tells the peer of the failure.
     *
     * @return false if there is no room
     */
    public boolean tellFailure() {
        if (!lane.tryClaim(FailureEncoder.BLOCK_LENGTH)) {
            return false;
        }
        failure.wrap(lane.buffer(), lane.offset())
                .sequence(lane.failedSequence())
                .status(failedStatus.value())
                .reserved(0);
        lane.commitFailure();
        return true;
    }

    /** Forgets the peer's Reads, because the connection has ended. */
    public void end() {
        reads.clear();
    }

    /** Carries the atomic out at once, in the order of Writes, and keeps what it brings back until it can be told. */
    private NdStatus onAtomic(long sequence, DirectBuffer buffer, int offset, int length) {
        if (length < AtomicDecoder.BLOCK_LENGTH || reads.isFull()) {
            return NdStatus.INTERNAL_ERROR;
        }
        atomic.wrap(buffer, offset, AtomicDecoder.BLOCK_LENGTH, AtomicDecoder.SCHEMA_VERSION);
        AtomicOperation operation = AtomicOperation.of(atomic.operation());
        if (operation == null) {
            return NdStatus.INTERNAL_ERROR;
        }
        long at = atomic.windowOffset();
        Window window = windows.resolve(atomic.windowId(), holder, atomic.generation(), atomic.token());
        if (window == null || !window.grantsAtomic(at)) {
            return NdStatus.ACCESS_VIOLATION;
        }
        InboundReads.Entry answer = reads.add();
        answer.isAtomic = true;
        answer.requestId = atomic.requestId();
        answer.sequence = sequence;
        answer.former = window.execute(operation, at, atomic.operand(), atomic.expected());
        lane.lookAfter();
        return NdStatus.SUCCESS;
    }

    private NdStatus onReadRequest(long sequence, DirectBuffer buffer, int offset, int length) {
        if (length < ReadRequestDecoder.BLOCK_LENGTH || reads.isFull()) {
            return NdStatus.INTERNAL_ERROR;
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
        lane.lookAfter();
        return NdStatus.SUCCESS;
    }

    private NdStatus onDemand(long word, DirectBuffer buffer, int offset, int length) {
        Demand asked = receives.demand();
        if (asked == null || length < DemandDecoder.BLOCK_LENGTH) {
            return NdStatus.INTERNAL_ERROR;
        }
        demand.wrap(buffer, offset, DemandDecoder.BLOCK_LENGTH, DemandDecoder.SCHEMA_VERSION);
        boolean isRevocable = (FrameWord.flags(word) & FrameWord.FLAG_REVOCABLE) != 0;
        return asked.raise(demand.upTo(), isRevocable) ? NdStatus.SUCCESS : NdStatus.INTERNAL_ERROR;
    }

    private boolean answerAtomic(InboundReads.Entry read) {
        int header = ReadResponseEncoder.BLOCK_LENGTH;
        if (!lane.tryClaim(header + Long.BYTES)) {
            return false;
        }
        MutableDirectBuffer buffer = lane.buffer();
        int at = lane.offset();
        readResponse.wrap(buffer, at).requestOffset(0).requestId(read.requestId).reserved(0);
        buffer.putLong(at + header, read.former);
        long unused = lane.commit(FrameWord.TYPE_READ_RESPONSE, FrameWord.FLAG_LAST);
        reads.remove();
        return true;
    }

    /** Sends what there is room for, removes the Read when it is done; false if something is left. */
    private boolean answerRead(InboundReads.Entry read) {
        int header = ReadResponseEncoder.BLOCK_LENGTH;
        do {
            Window window = windows.resolve(read.windowId, holder, read.generation, read.token);
            if (window == null || !window.grants(OpFlags.ALLOW_READ, read.offset, read.length)) {
                failRead(read);
                return true;
            }
            int bytes = (int) Math.min(read.length - read.answered, lane.maxPayloadLength() - header);
            if (!lane.tryClaim(header + bytes)) {
                return false;
            }
            int at = lane.offset();
            readResponse
                    .wrap(lane.buffer(), at)
                    .requestOffset(read.answered)
                    .requestId(read.requestId)
                    .reserved(0);
            window.read(read.offset + read.answered, lane.buffer(), at + header, bytes);
            read.answered += bytes;
            boolean isLast = read.answered == read.length;
            long unused = lane.commit(FrameWord.TYPE_READ_RESPONSE, isLast ? FrameWord.FLAG_LAST : 0);
        } while (read.answered < read.length);
        reads.remove();
        return true;
    }

    private void failRead(InboundReads.Entry read) {
        long sequence = read.sequence;
        reads.clear();
        fail(sequence, NdStatus.ACCESS_VIOLATION); // also if a later frame had failed already: this one comes first
    }
}
