// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PrivateDirectory;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Messages through a Unix-domain socket that does not block. */
public final class SocketMessages implements Messages.Sleeping {
    private final Tally tally = new Tally();
    private final SocketChannel socket;
    private final Selector selector;
    private final SpinGuard guard;
    private final Payload payload;
    private final PayloadInspector outgoing;
    private final PayloadInspector incoming;
    private final ByteBuffer out;
    private final ByteBuffer in;
    private final UnsafeBuffer sent;
    private final UnsafeBuffer taken;
    private long received;

    private SocketMessages(SocketChannel socket, Lengths lengths, ControlChannel channel) throws IOException {
        this.socket = socket;
        socket.configureBlocking(false);
        selector = Selector.open();
        socket.register(selector, SelectionKey.OP_READ);
        guard = new SpinGuard(channel);
        payload = new Payload(lengths.outgoing());
        outgoing = new PayloadInspector(payload, tally);
        incoming = new PayloadInspector(new Payload(lengths.incoming()), tally);
        out = ByteBuffer.allocateDirect(lengths.outgoing());
        in = ByteBuffer.allocateDirect(lengths.incoming());
        sent = new UnsafeBuffer(out);
        taken = new UnsafeBuffer(in);
        payload.fill(sent, 0, 0);
    }

    /**
     * Connects one side, while the other one does the same in its process.
     *
     * @param config  what is to be done
     * @param channel to the other side
     * @param isFirst true for the side that listens
     * @return the messages
     */
    public static SocketMessages connect(ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        Lengths lengths = Lengths.of(config.shape(), isFirst);
        return isFirst ? accept(lengths, channel) : join(lengths, channel);
    }

    /** Listens, tells the other side where, and waits for it. */
    private static SocketMessages accept(Lengths lengths, ControlChannel channel) {
        PrivateDirectory directory = new PrivateDirectory();
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            Path path = directory.path().resolve("socket");
            listener.bind(UnixDomainSocketAddress.of(path));
            channel.send("socket " + path);
            return new SocketMessages(listener.accept(), lengths, channel);
        } catch (IOException e) {
            throw new BenchmarkException("no socket can be had in " + directory.path() + ": " + e, e);
        } finally {
            CloseHelper.quietClose(directory);
        }
    }

    private static SocketMessages join(Lengths lengths, ControlChannel channel) {
        Path path = Path.of(channel.expect("socket"));
        try {
            return new SocketMessages(SocketChannel.open(UnixDomainSocketAddress.of(path)), lengths, channel);
        } catch (IOException e) {
            throw new BenchmarkException("the socket " + path + " cannot be reached: " + e, e);
        }
    }

    @Override
    public void send(long sequence) {
        outgoing.write(sent, 0, sequence);
        out.clear();
        try {
            socket.write(out);
            if (out.hasRemaining()) {
                tally.backPressure();
                while (out.hasRemaining()) {
                    guard.spin();
                    socket.write(out);
                }
                guard.progressed();
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public int poll() {
        try {
            if (!in.hasRemaining()) {
                in.clear();
            }
            if (socket.read(in) < 0) {
                throw new BenchmarkException("the other process has closed the socket");
            }
        } catch (IOException e) {
            throw failed(e);
        }
        if (in.hasRemaining()) {
            return 0;
        }
        incoming.check(taken, 0, ++received);
        return 1;
    }

    @Override
    public void sleep(long limitNs) {
        try {
            selector.select(TimeUnit.NANOSECONDS.toMillis(limitNs));
            selector.selectedKeys().clear();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public MutableDirectBuffer outgoing() {
        return sent;
    }

    @Override
    public int outgoingOffset() {
        return 0;
    }

    @Override
    public DirectBuffer incoming() {
        return taken;
    }

    @Override
    public int incomingOffset() {
        return 0;
    }

    @Override
    public void thorough(boolean value) {
        incoming.thorough(value);
        outgoing.thorough(value);
        if (!value) {
            payload.fill(sent, 0, 0);
        }
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(selector, socket);
    }

    private static BenchmarkException failed(IOException e) {
        return new BenchmarkException("the socket has failed: " + e, e);
    }
}
