// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Messages through a Netty channel whose event loop is turned by the measuring thread, as often as it polls: no other thread takes
 * part. What was written goes to the socket at the next poll, several messages at a time in a stream. It is that of NIO: Netty's own
 * of epoll was no faster.
 */
public final class NettyMessages extends ChannelInboundHandlerAdapter implements Messages {
    private static final int MAX_RECEIVE = 1 << 20;
    private static final int FIRST_RECEIVE = 1 << 16;
    private static final int MIN_RECEIVE = 64;

    private final Tally tally = new Tally();
    private final ManualIoEventLoop loop;
    private final SpinGuard guard;
    private final Payload payload;
    private final PayloadInspector outgoing;
    private final PayloadInspector incoming;
    private final ByteBuf out;
    private final ByteBuf in;
    private final UnsafeBuffer sent;
    private final UnsafeBuffer taken;
    private final int incomingLength;
    private @Nullable Channel connected;
    private @Nullable Throwable failure;
    private boolean isUnflushed;
    private int filled;
    private long received;
    private int arrived;

    private NettyMessages(Lengths lengths, ControlChannel channel) {
        loop = new ManualIoEventLoop(Thread.currentThread(), NioIoHandler.newFactory());
        guard = new SpinGuard(channel);
        payload = new Payload(lengths.outgoing());
        outgoing = new PayloadInspector(payload, tally);
        incoming = new PayloadInspector(new Payload(lengths.incoming()), tally);
        incomingLength = lengths.incoming();
        ByteBuffer outMemory = ByteBuffer.allocateDirect(lengths.outgoing());
        ByteBuffer inMemory = ByteBuffer.allocateDirect(incomingLength);
        sent = new UnsafeBuffer(outMemory);
        taken = new UnsafeBuffer(inMemory);
        out = Unpooled.wrappedBuffer(outMemory);
        in = Unpooled.wrappedBuffer(inMemory);
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
    public static NettyMessages connect(ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        Lengths lengths = Lengths.of(config.shape(), isFirst);
        return isFirst ? accept(lengths, channel) : join(lengths, channel);
    }

    /** Listens, tells the other side where, and waits for it. */
    private static NettyMessages accept(Lengths lengths, ControlChannel channel) {
        NettyMessages messages = new NettyMessages(lengths, channel);
        ChannelFuture bound = new ServerBootstrap()
                .group(messages.loop)
                .channel(NioServerSocketChannel.class)
                .childHandler(messages)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, receiveSizes())
                .bind(channel.localAddress(), 0);
        messages.await(bound);
        InetSocketAddress address = (InetSocketAddress) bound.channel().localAddress();
        channel.send("netty " + address.getAddress().getHostAddress() + " " + address.getPort());
        messages.awaitConnected();
        messages.await(bound.channel().close());
        return messages;
    }

    private static NettyMessages join(Lengths lengths, ControlChannel channel) {
        String[] address = channel.expect("netty").split(" ", 2);
        NettyMessages messages = new NettyMessages(lengths, channel);
        messages.await(new Bootstrap()
                .group(messages.loop)
                .channel(NioSocketChannel.class)
                .handler(messages)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.RECVBUF_ALLOCATOR, receiveSizes())
                .connect(address[0], Integer.parseInt(address[1])));
        messages.awaitConnected();
        return messages;
    }

    private static AdaptiveRecvByteBufAllocator receiveSizes() {
        return new AdaptiveRecvByteBufAllocator(MIN_RECEIVE, FIRST_RECEIVE, MAX_RECEIVE);
    }

    private void await(ChannelFuture future) {
        while (!future.isDone()) {
            loop.runNow();
            guard.spin();
        }
        guard.progressed();
        if (!future.isSuccess()) {
            throw failed(future.cause());
        }
    }

    private void awaitConnected() {
        while (connected == null) {
            loop.runNow();
            guard.spin();
        }
        guard.progressed();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        connected = context.channel();
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // there is none: failures come to exceptionCaught
    public void send(long sequence) {
        Channel channel = channel();
        if (!channel.isWritable()) {
            makeRoom(channel);
        }
        outgoing.write(sent, 0, sequence);
        ByteBuf buffer = channel.alloc().directBuffer(sent.capacity());
        buffer.writeBytes(out, 0, sent.capacity());
        channel.write(buffer, channel.voidPromise());
        isUnflushed = true;
    }

    private void makeRoom(Channel channel) {
        channel.flush();
        if (channel.isWritable()) {
            return;
        }
        tally.backPressure();
        do {
            loop.runNow();
            guard.spin();
        } while (channel().isOpen() && !channel.isWritable());
        guard.progressed();
    }

    @Override
    public int poll() {
        if (isUnflushed) {
            isUnflushed = false;
            channel().flush();
        }
        loop.runNow();
        if (failure != null) {
            throw failed(failure);
        }
        int count = arrived;
        arrived = 0;
        return count;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf buffer = (ByteBuf) message;
        while (buffer.isReadable()) {
            int part = Math.min(buffer.readableBytes(), incomingLength - filled);
            buffer.readBytes(in, filled, part);
            filled += part;
            if (filled == incomingLength) {
                filled = 0;
                incoming.check(taken, 0, ++received);
                arrived++;
            }
        }
        buffer.release();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        failure = new IllegalStateException("the other process has closed the connection");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        failure = cause;
    }

    private Channel channel() {
        @Nullable Channel channel = connected;
        if (channel == null || failure != null) {
            throw failed(failure);
        }
        return channel;
    }

    private static BenchmarkException failed(@Nullable Throwable cause) {
        String message = "Netty's connection has failed: " + cause;
        return cause == null ? new BenchmarkException(message) : new BenchmarkException(message, cause);
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
    public String explanation() {
        return "Netty over TCP, its event loop turned by the measuring thread";
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the loop is turned until it is done
    public void close() {
        if (connected != null) {
            connected.close();
        }
        loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
        while (!loop.isTerminated()) {
            loop.runNow();
        }
    }
}
