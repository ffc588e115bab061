// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** The other end of a socket, in the hands of a test: sends and reads whatever bytes the test wants. */
public final class RawPeer implements AutoCloseable {
    private final SocketChannel channel;

    public RawPeer(SocketChannel channel) {
        this.channel = channel;
    }

    public static RawPeer connect(Path socket) throws IOException {
        return new RawPeer(SocketChannel.open(UnixDomainSocketAddress.of(socket)));
    }

    /** Sends bytes as they are; what the peer has closed meanwhile swallows them. */
    public void sendBytes(byte[] bytes) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException e) {
            assertThat(e).isNotNull();
        }
    }

    /** Sends a message with its length. */
    public void sendMessage(byte[] message) {
        ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + message.length).order(ByteOrder.LITTLE_ENDIAN);
        sendBytes(frame.putInt(message.length).put(message).array());
    }

    /** Reads a message; answers null at the end. */
    public @Nullable Message readMessage() throws IOException {
        ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        if (!fill(length)) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate(length.getInt(0));
        if (!fill(bytes)) {
            return null;
        }
        UnsafeBuffer buffer = new UnsafeBuffer(bytes.array());
        Message message = new Message(buffer);
        assertThat(message.wrap(buffer, 0, bytes.capacity())).isTrue();
        return message;
    }

    private boolean fill(ByteBuffer buffer) {
        try {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Encodes a message, and returns its bytes. */
    public static byte[] encode(MessageEncoding encoding) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[MessageSocket.MAX_MESSAGE_LENGTH]);
        return Arrays.copyOf(buffer.byteArray(), encoding.encode(buffer));
    }

    /** Writes a message at the beginning of a buffer, and returns where it ends. */
    @FunctionalInterface
    public interface MessageEncoding {
        int encode(UnsafeBuffer buffer);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
