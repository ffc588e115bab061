// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.engine.protocol.AtomicDecoder;
import io.oriel.engine.protocol.AtomicEncoder;
import io.oriel.engine.protocol.FailureEncoder;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.protocol.ReadRequestDecoder;
import io.oriel.engine.protocol.ReadRequestEncoder;
import io.oriel.engine.protocol.ReadResponseEncoder;
import io.oriel.engine.protocol.SendAndInvalidateEncoder;
import io.oriel.engine.protocol.SendChunkEncoder;
import io.oriel.engine.protocol.WriteEncoder;
import io.oriel.engine.protocol.WriteWithImmediateEncoder;
import io.oriel.engine.testing.FakeLink;
import io.oriel.engine.testing.FuzzInput;
import io.oriel.engine.testing.Memory;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** Makes frames that an honest peer could send, and spoils one of their numbers now and then. */
final class HostilePeer {
    private static final int MAX_MESSAGE = 64;
    private static final int TYPES = 16;
    private static final int NOBODY = 100;
    private static final int SELDOM = 64;

    private final FuzzInput input;
    private final FakeLink link;
    private final Deque<Read> reads = new ArrayDeque<>();
    private final Set<Long> readSequences = new HashSet<>();
    private long sent;
    private long committed;
    private int nextReadId = 1;
    private long messageLength;
    private long messageOffset;
    private boolean addressed;

    /** A window as a frame names it, rightly or not. */
    record Target(int windowId, long generation, long token) {}

    /** What the engine has asked for. */
    private record Read(int id, long length, long answered) {}

    HostilePeer(FuzzInput input, FakeLink link) {
        this.input = input;
        this.link = link;
    }

    /** Returns how many frames have been sent. */
    long sent() {
        return sent;
    }

    /** Tells whether the last frame names the endpoint that it was meant for, so that it may have an effect. */
    boolean addressed() {
        return addressed;
    }

    /** Tells whether a frame asked for bytes: such a frame is acknowledged before it is answered. */
    boolean isRead(long sequence) {
        return readSequences.contains(sequence);
    }

    /** Sees a frame of the engine. */
    void see(FakeLink.Frame frame) {
        committed++;
        if (FrameWord.type(frame.word()) == FrameWord.TYPE_ATOMIC) {
            AtomicDecoder request = new AtomicDecoder();
            request.wrap(
                    new UnsafeBuffer(frame.payload()), 0, AtomicDecoder.BLOCK_LENGTH, AtomicDecoder.SCHEMA_VERSION);
            reads.add(new Read(request.requestId(), Long.BYTES, 0));
        }
        if (FrameWord.type(frame.word()) == FrameWord.TYPE_READ_REQUEST) {
            ReadRequestDecoder request = new ReadRequestDecoder();
            request.wrap(
                    new UnsafeBuffer(frame.payload()),
                    0,
                    ReadRequestDecoder.BLOCK_LENGTH,
                    ReadRequestDecoder.SCHEMA_VERSION);
            reads.add(new Read(request.requestId(), request.length(), 0));
        }
    }

    /** Returns how many frames of the engine have been seen. */
    long committed() {
        return committed;
    }

    /** Sends a frame that is for nobody. */
    void nothing() {
        emit(FrameWord.of(FrameWord.TYPE_SEND, 0, NOBODY, 0), new byte[0]);
    }

    void anything() {
        addressed = true;
        emit(input.int64(), harmless());
    }

    void anyTypeTo(ConnectionEnd receiver) {
        emit(wordTo(receiver, input.below(TYPES), input.below(8)), harmless());
    }

    void send(ConnectionEnd receiver) {
        emit(wordTo(receiver, FrameWord.TYPE_SEND, input.below(8)), input.message(MAX_MESSAGE));
    }

    /** Sends a part of a message, from where the last left off. */
    void sendChunk(ConnectionEnd receiver) {
        byte[] data = part();
        byte[] payload = payload(SendChunkEncoder.BLOCK_LENGTH, data);
        new SendChunkEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .totalLength(input.oneIn(SELDOM) ? input.around(0, MAX_MESSAGE) : messageLength)
                .messageOffset(input.oneIn(SELDOM) ? input.around(0, MAX_MESSAGE) : messageOffset);
        messageOffset += data.length;
        emit(wordTo(receiver, FrameWord.TYPE_SEND_CHUNK, FrameWord.FLAG_LAST), cut(payload));
    }

    void sendAndInvalidate(ConnectionEnd receiver, Target target) {
        byte[] data = part();
        byte[] payload = payload(SendAndInvalidateEncoder.BLOCK_LENGTH, data);
        new SendAndInvalidateEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .token(target.token())
                .generation(target.generation())
                .totalLength(input.oneIn(SELDOM) ? input.around(0, MAX_MESSAGE) : messageLength)
                .messageOffset(input.oneIn(SELDOM) ? input.around(0, MAX_MESSAGE) : messageOffset)
                .windowId(target.windowId())
                .reserved(0);
        messageOffset += data.length;
        emit(wordTo(receiver, FrameWord.TYPE_SEND_AND_INVALIDATE, FrameWord.FLAG_LAST), cut(payload));
    }

    /** Writes; returns how many bytes of data arrive. */
    int write(ConnectionEnd receiver, Target target, byte[] data, long offset, long remaining) {
        byte[] payload = payload(WriteEncoder.BLOCK_LENGTH, data);
        new WriteEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .token(target.token())
                .generation(target.generation())
                .windowOffset(offset)
                .remaining(remaining)
                .windowId(target.windowId())
                .reserved(0);
        byte[] arriving = cut(payload);
        emit(wordTo(receiver, FrameWord.TYPE_WRITE, FrameWord.FLAG_LAST), arriving);
        return Math.max(0, arriving.length - WriteEncoder.BLOCK_LENGTH);
    }

    /** Ends a Write of a length and tells of it; returns how many bytes of data arrive. */
    int writeWithImmediate(ConnectionEnd receiver, Target target, byte[] data, long offset, long total) {
        byte[] payload = payload(WriteWithImmediateEncoder.BLOCK_LENGTH, data);
        new WriteWithImmediateEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .token(target.token())
                .generation(target.generation())
                .windowOffset(offset)
                .totalLength(total)
                .windowId(target.windowId())
                .immediate(input.int32());
        byte[] arriving = cut(payload);
        emit(wordTo(receiver, FrameWord.TYPE_WRITE_WITH_IMMEDIATE, input.below(8)), arriving);
        return Math.max(0, arriving.length - WriteWithImmediateEncoder.BLOCK_LENGTH);
    }

    /** Asks for an atomic on what may be known; returns the id that the answer will carry. */
    int atomic(ConnectionEnd receiver, Target target, long offset, byte @Nullable [] former) {
        int id = nextReadId++;
        byte[] payload = payload(AtomicEncoder.BLOCK_LENGTH, new byte[0]);
        new AtomicEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .token(target.token())
                .generation(target.generation())
                .windowOffset(offset)
                .operand(harmlessOperand(former))
                .expected(input.octet())
                .windowId(target.windowId())
                .requestId(id)
                .operation(input.oneIn(SELDOM) ? input.octet() : 1 + input.below(2))
                .reserved(0);
        emit(wordTo(receiver, FrameWord.TYPE_ATOMIC, 0), cut(payload));
        return id;
    }

    /** Asks for bytes; returns the id that the answer will carry. */
    int read(ConnectionEnd receiver, Target target, long offset, long length) {
        int id = nextReadId++;
        byte[] payload = payload(ReadRequestEncoder.BLOCK_LENGTH, new byte[0]);
        new ReadRequestEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .token(target.token())
                .generation(target.generation())
                .windowOffset(offset)
                .length(length)
                .windowId(target.windowId())
                .requestId(id);
        emit(wordTo(receiver, FrameWord.TYPE_READ_REQUEST, 0), cut(payload));
        return id;
    }

    /** Answers the engine's oldest Read, or goes on with it. */
    void readResponse(ConnectionEnd receiver) {
        Read read = reads.isEmpty() ? new Read(input.octet(), input.octet(), 0) : reads.removeFirst();
        byte[] data = input.message((int) Math.min(read.length() - read.answered(), EndpointFixture.MAX_PAYLOAD - 16));
        if (input.oneIn(SELDOM)) {
            data = input.message(MAX_MESSAGE);
        }
        long answered = read.answered() + data.length;
        if (answered < read.length()) {
            reads.addFirst(new Read(read.id(), read.length(), answered));
        }
        byte[] payload = payload(ReadResponseEncoder.BLOCK_LENGTH, data);
        new ReadResponseEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .requestOffset(input.oneIn(SELDOM) ? input.around(0, MAX_MESSAGE) : read.answered())
                .requestId(input.oneIn(SELDOM) ? input.octet() : read.id())
                .reserved(0);
        boolean last = answered == read.length() ^ input.oneIn(SELDOM);
        emit(wordTo(receiver, FrameWord.TYPE_READ_RESPONSE, last ? FrameWord.FLAG_LAST : 0), cut(payload));
    }

    void failure(ConnectionEnd receiver) {
        byte[] payload = payload(FailureEncoder.BLOCK_LENGTH, new byte[0]);
        int status = switch (input.below(4)) {
            case 0 -> NdStatus.ACCESS_VIOLATION.value();
            case 1 -> NdStatus.REMOTE_ERROR.value();
            case 2 -> NdStatus.SUCCESS.value();
            default -> input.int32();
        };
        new FailureEncoder()
                .wrap(new UnsafeBuffer(payload), 0)
                .sequence(committed - input.around(0, 5))
                .status(status)
                .reserved(0);
        emit(wordTo(receiver, FrameWord.TYPE_FAILURE, 0), cut(payload));
    }

    private long wordTo(ConnectionEnd receiver, int type, int flags) {
        boolean wrongId = input.oneIn(SELDOM);
        boolean wrongGeneration = input.oneIn(SELDOM);
        addressed = !wrongId && !wrongGeneration;
        int id = wrongId ? NOBODY + input.below(8) : receiver.id();
        int generation = wrongGeneration ? receiver.generation() - 1 - input.below(4) : receiver.generation();
        long acknowledgement = input.oneIn(2 * SELDOM) ? input.int64() : committed - input.below(4);
        long credit = input.oneIn(SELDOM) ? input.int64() : input.below(8);
        return FrameWord.with(FrameWord.of(type, flags, id, generation), credit, acknowledgement);
    }

    /** The next bytes of a message; begins another when the last one is whole. */
    private byte[] part() {
        if (messageOffset >= messageLength || input.oneIn(SELDOM)) {
            messageOffset = 0;
            messageLength = input.below(MAX_MESSAGE + 1);
        }
        return input.message((int) (messageLength - messageOffset));
    }

    private void emit(long word, byte[] payload) {
        link.arrive(word, payload);
        sent++;
        if (FrameWord.type(word) == FrameWord.TYPE_READ_REQUEST) {
            readSequences.add(sent);
        }
    }

    /** Now and then the frame is shorter than its type needs. */
    private byte[] cut(byte[] payload) {
        return input.oneIn(2 * SELDOM) ? Arrays.copyOf(payload, input.below(payload.length + 1)) : payload;
    }

    /** Any bytes, but none that looks like those around a frame. */
    private byte[] harmless() {
        byte[] payload = input.raw(EndpointFixture.MAX_PAYLOAD);
        for (int at = 0; at < payload.length; at++) {
            payload[at] &= 0x7F;
        }
        return payload;
    }

    /** Neither added nor swapped does it leave a byte behind that is found only outside of frames. */
    private long harmlessOperand(byte @Nullable [] former) {
        long operand = input.octet();
        UnsafeBuffer words = new UnsafeBuffer(new byte[2 * Long.BYTES]);
        words.putLong(0, operand);
        words.putLong(Long.BYTES, operand + (former == null ? 0 : new UnsafeBuffer(former).getLong(0)));
        return Memory.contains(words.byteArray(), FakeLink.POISON) ? 0 : operand;
    }

    private static byte[] payload(int header, byte[] data) {
        byte[] payload = new byte[header + data.length];
        System.arraycopy(data, 0, payload, header, data.length);
        return payload;
    }
}
