// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.socket;

import io.oriel.benchmarks.baseline.PrivateDirectory;
import io.oriel.benchmarks.scenario.BenchmarkException;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Tally;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

/** A connection over which messages of one size go to and fro. Does not block. */
final class MessageSocket implements AutoCloseable {
    private final Tally tally = new Tally();
    private final SocketChannel channel;
    private final Payload payload;
    private final PayloadInspector inspector;
    private final ByteBuffer out;
    private final ByteBuffer in;
    private final UnsafeBuffer sent;
    private final UnsafeBuffer received;

    private MessageSocket(SocketChannel channel, int size) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        payload = new Payload(size);
        inspector = new PayloadInspector(payload, tally);
        out = ByteBuffer.allocateDirect(size);
        in = ByteBuffer.allocateDirect(size);
        sent = new UnsafeBuffer(out);
        received = new UnsafeBuffer(in);
        payload.fill(sent, 0, 0);
    }

    /** Listens, tells the other side where, and waits for it. */
    static MessageSocket accept(int size, ControlChannel control) {
        PrivateDirectory directory = new PrivateDirectory();
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            Path path = directory.path().resolve("socket");
            listener.bind(UnixDomainSocketAddress.of(path));
            control.send("socket " + path);
            return new MessageSocket(listener.accept(), size);
        } catch (IOException e) {
            throw new BenchmarkException("no socket can be had in " + directory.path() + ": " + e, e);
        } finally {
            CloseHelper.quietClose(directory);
        }
    }

    /** Connects to the other side, which listens. */
    static MessageSocket connect(int size, ControlChannel control) {
        Path path = Path.of(control.expect("socket"));
        try {
            return new MessageSocket(SocketChannel.open(UnixDomainSocketAddress.of(path)), size);
        } catch (IOException e) {
            throw new BenchmarkException("the socket " + path + " cannot be reached: " + e, e);
        }
    }

    SocketChannel channel() {
        return channel;
    }

    Tally tally() {
        return tally;
    }

    /** The memory of the next message, its payload written. */
    UnsafeBuffer next(long sequence) {
        inspector.write(sent, 0, sequence);
        return sent;
    }

    /** Sends the next message. */
    void send() {
        try {
            out.clear();
            if (channel.write(out) != out.capacity()) {
                throw new BenchmarkException("the socket has no room for one message");
            }
        } catch (IOException e) {
            throw new BenchmarkException("the socket has failed: " + e, e);
        }
    }

    /** Reads what is there; tells whether the message is complete. */
    boolean receive() {
        try {
            if (!in.hasRemaining()) {
                in.clear();
            }
            if (channel.read(in) < 0) {
                throw new BenchmarkException("the other process has closed the socket");
            }
            return !in.hasRemaining();
        } catch (IOException e) {
            throw new BenchmarkException("the socket has failed: " + e, e);
        }
    }

    /** The memory of the message that is complete. */
    UnsafeBuffer received() {
        return received;
    }

    /** Checks the message that is complete. */
    void check(long sequence) {
        inspector.check(received, 0, sequence);
    }

    void thorough(boolean value) {
        inspector.thorough(value);
        if (!value) {
            payload.fill(sent, 0, 0);
        }
    }

    @Override
    public void close() {
        CloseHelper.quietClose(channel);
    }
}
