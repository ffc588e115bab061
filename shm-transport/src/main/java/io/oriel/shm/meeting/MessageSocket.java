// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.protocol.LinkControlEncoder;
import io.oriel.engine.protocol.MessageHeaderEncoder;
import io.oriel.engine.transport.Link;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A socket of framed messages. Used by the agent alone, never blocking. */
public final class MessageSocket {
    /** Longest message in bytes, header included. */
    public static final int MAX_MESSAGE_LENGTH = MessageHeaderEncoder.ENCODED_LENGTH + Link.MAX_CONTROL_LENGTH;

    private static final int LENGTH_FIELD = Integer.BYTES;
    private static final int READ_CAPACITY = 2 * (LENGTH_FIELD + MAX_MESSAGE_LENGTH);
    private static final int MAX_OUTBOX_BYTES = 4 * 1024 * 1024;
    private static final long FLUSH_PATIENCE_NS = Duration.ofSeconds(2).toNanos();

    private final ControlLoop loop;
    private final SocketChannel channel;
    private final ByteBuffer input = ByteBuffer.allocate(READ_CAPACITY);
    private final UnsafeBuffer inputView = new UnsafeBuffer(input.array());
    private final Message message = new Message(inputView);
    private final ArrayDeque<ByteBuffer> outbox = new ArrayDeque<>();

    private MessageHandler handler;
    private ControlLoop.@Nullable Watch watch;
    private int outboxBytes;
    private int consumed;
    private boolean isPaused;
    private boolean isDelivering;
    private boolean isWriteBroken;
    private boolean isClosing;
    private boolean isClosed;

    /**
     * Takes over a channel.
     *
     * @param loop    whose agent is the caller
     * @param channel connected
     * @param handler hears of messages and of the end
     */
    public MessageSocket(ControlLoop loop, SocketChannel channel, MessageHandler handler) {
        this.loop = loop;
        this.channel = channel;
        this.handler = handler;
    }

    /**
     * Begins to read.
     *
     * @throws IOException if the channel is closed
     */
    public void start() throws IOException {
        channel.configureBlocking(false);
        watch = loop.watch(channel, SelectionKey.OP_READ, this::ready);
    }

    /**
     * Hands the socket on.
     *
     * @param next hears of messages and of the end from now on
     */
    public void handler(MessageHandler next) {
        handler = next;
    }

    /** Stops delivering messages, and reading. */
    public void pause() {
        isPaused = true;
        updateInterest();
    }

    /** Goes on after {@link #pause}: delivers what was read meanwhile. */
    public void resume() {
        isPaused = false;
        updateInterest();
        if (!isDelivering) {
            deliver();
        }
    }

    /**
     * Sends a message, or keeps it until the peer reads.
     *
     * @param buffer holds it
     * @param offset where its header begins
     * @param length bytes, header included
     */
    public void send(DirectBuffer buffer, int offset, int length) {
        if (length > MAX_MESSAGE_LENGTH) {
            throw new IllegalArgumentException(
                    "length must be at most " + MAX_MESSAGE_LENGTH + " bytes, was " + length);
        }
        if (isClosing || isClosed || isWriteBroken) {
            return;
        }
        ByteBuffer frame = ByteBuffer.allocate(LENGTH_FIELD + length).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(length);
        buffer.getBytes(offset, frame, length);
        outbox.add(frame.flip());
        outboxBytes += frame.remaining();
        flush();
        if (outboxBytes > MAX_OUTBOX_BYTES) {
            end("the peer does not read its socket");
        }
    }

    /**
     * Sends a message of the engine, whatever its bytes are.
     *
     * @param buffer holds it
     * @param offset where it begins
     * @param length bytes, at most {@link Link#MAX_CONTROL_LENGTH}
     */
    public void sendControl(DirectBuffer buffer, int offset, int length) {
        ExpandableArrayBuffer wrapped = new ExpandableArrayBuffer(MessageHeaderEncoder.ENCODED_LENGTH + length);
        LinkControlEncoder encoder =
                new LinkControlEncoder().wrapAndApplyHeader(wrapped, 0, new MessageHeaderEncoder());
        wrapped.putBytes(encoder.limit(), buffer, offset, length);
        send(wrapped, 0, encoder.limit() + length);
    }

    /** Closes the socket when what was sent has gone, or after a while. The handler hears no more. Idempotent. */
    public void closeAfterFlush() {
        if (isClosing || isClosed) {
            return;
        }
        isClosing = true;
        if (outbox.isEmpty() || isWriteBroken) {
            close();
        } else {
            updateInterest();
            closeLater();
        }
    }

    private void closeLater() {
        try {
            loop.schedule(FLUSH_PATIENCE_NS, this::close);
        } catch (OutOfMemoryError e) {
            close(); // nobody would else, if the peer does not read
            throw e;
        }
    }

    /** Closes the socket now. The handler hears no more. Idempotent. */
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        outbox.clear();
        if (watch != null) {
            watch.cancel();
        }
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is gone all the same.
        }
    }

    private void end(String reason) {
        if (isClosed) {
            return;
        }
        boolean isHeard = !isClosing;
        close();
        if (isHeard) {
            handler.onEnd(reason);
        }
    }

    private void ready(int readyOps) {
        if ((readyOps & SelectionKey.OP_WRITE) != 0) {
            flush();
        }
        if ((readyOps & SelectionKey.OP_READ) != 0 && !isPaused && !isClosing && !isClosed) {
            read();
        }
    }

    private void flush() {
        try {
            while (!outbox.isEmpty()) {
                ByteBuffer frame = outbox.element();
                outboxBytes -= channel.write(frame);
                if (frame.hasRemaining()) {
                    break;
                }
                outbox.remove();
            }
        } catch (IOException e) {
            // The peer is gone. Its last words may still be unread, so reading tells the end.
            isWriteBroken = true;
            outbox.clear();
        }
        if (isClosing && outbox.isEmpty()) {
            close();
        } else {
            updateInterest();
        }
    }

    private void updateInterest() {
        if (watch != null && !isClosed) {
            int read = isPaused || isClosing ? 0 : SelectionKey.OP_READ;
            watch.interestOps(read | (outbox.isEmpty() ? 0 : SelectionKey.OP_WRITE));
        }
    }

    private void read() {
        int count;
        try {
            count = channel.read(input);
        } catch (IOException e) {
            end("the socket failed: " + e.getMessage());
            return;
        }
        if (count < 0) {
            end("the peer's end of the socket is closed");
            return;
        }
        deliver();
    }

    private void deliver() {
        isDelivering = true;
        try {
            while (!isPaused && !isClosing && !isClosed && deliverNext()) {
                // Each turn delivers one message.
            }
        } catch (RuntimeException | Error e) {
            end("a message could not be handled: " + e);
            throw e;
        } finally {
            isDelivering = false;
            compact();
        }
    }

    private boolean deliverNext() {
        int available = input.position() - consumed;
        if (available < LENGTH_FIELD) {
            return false;
        }
        int length = inputView.getInt(consumed, ByteOrder.LITTLE_ENDIAN);
        if (length < MessageHeaderEncoder.ENCODED_LENGTH || length > MAX_MESSAGE_LENGTH) {
            end("a message of " + length + " bytes");
            return false;
        }
        if (available - LENGTH_FIELD < length) {
            return false;
        }
        int offset = consumed + LENGTH_FIELD;
        consumed = offset + length;
        if (!message.wrap(inputView, offset, length)) {
            end("a message that is not one of Oriel's");
            return false;
        }
        handler.onMessage(message);
        return true;
    }

    private void compact() {
        if (consumed > 0) {
            input.flip().position(consumed);
            input.compact();
            consumed = 0;
        }
    }
}
