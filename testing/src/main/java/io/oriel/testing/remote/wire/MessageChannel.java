// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.wire;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/**
 * A socket that carries messages whole. An interrupt ends the wait for one, and the socket with it.
 *
 * <p>Threading: one thread receives and polls. Any may send, unless that one polls: then it alone sends too.
 */
public final class MessageChannel implements AutoCloseable {
    private static final int INITIAL_LENGTH = 256 * 1024;

    private final SocketChannel socket;
    private ByteBuffer input = ByteBuffer.allocateDirect(INITIAL_LENGTH);

    /**
     * Carries messages by a socket.
     *
     * @param socket connected and blocking; closed with this channel
     */
    public MessageChannel(SocketChannel socket) {
        this.socket = socket;
    }

    /** Writes a message. */
    @FunctionalInterface
    public interface Writer {
        /**
         * Writes the whole message.
         *
         * @param out takes it
         * @throws IOException if something in it cannot be written; nothing of the message is sent then
         */
        void write(DataOutputStream out) throws IOException;
    }

    /**
     * Sends a message, and blocks until the socket has taken it.
     *
     * @param message writes it, once, in this call
     * @throws IOException if it cannot be written or sent
     */
    public synchronized void send(Writer message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0);
        message.write(out);
        ByteBuffer frame = ByteBuffer.wrap(bytes.toByteArray());
        frame.putInt(0, frame.capacity() - Integer.BYTES);
        while (frame.hasRemaining()) {
            socket.write(frame);
        }
    }

    /**
     * Waits for the next message.
     *
     * @return the message, from its start
     * @throws EOFException if the other process has ended
     * @throws IOException  if the socket fails, or an interrupt has closed it
     */
    public DataInputStream receive() throws IOException {
        Optional<DataInputStream> message = next();
        while (message.isEmpty()) {
            fill();
            message = next();
        }
        return message.get();
    }

    /**
     * Takes the next message if it is there.
     *
     * @return the message, from its start; empty if it has not come, or not all of it
     * @throws EOFException if the other process has ended
     * @throws IOException  if the socket fails
     */
    public Optional<DataInputStream> poll() throws IOException {
        Optional<DataInputStream> message = next();
        if (message.isPresent()) {
            return message;
        }
        socket.configureBlocking(false);
        try {
            fill();
        } finally {
            socket.configureBlocking(true);
        }
        return next();
    }

    private Optional<DataInputStream> next() {
        if (input.position() < Integer.BYTES || input.position() < Integer.BYTES + input.getInt(0)) {
            return Optional.empty();
        }
        byte[] message = new byte[input.getInt(0)];
        input.flip().position(Integer.BYTES);
        input.get(message);
        input.compact();
        return Optional.of(new DataInputStream(new ByteArrayInputStream(message)));
    }

    private void fill() throws IOException {
        if (!input.hasRemaining()) {
            input = ByteBuffer.allocateDirect(2 * input.capacity()).put(input.flip());
        }
        if (socket.read(input) < 0) {
            throw new EOFException("the other process has ended");
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
