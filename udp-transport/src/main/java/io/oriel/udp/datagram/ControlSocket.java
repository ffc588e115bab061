// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import io.oriel.api.NdException;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.SystemFailure;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A UDP socket on the agent's selector. */
public final class ControlSocket implements ControlChannel {
    /** So many datagrams are taken in one turn of the agent, on which links wait. */
    private static final int PER_TURN = 256;
    /** So many of senders that need not have proved anything, each of which may cost the opening of a hello. */
    private static final int PER_TURN_OF_ANYBODY = 32;

    private final ControlLoop loop;
    private final DatagramChannel channel;
    private final InetSocketAddress address;
    private final Datagram datagram;
    private final DatagramWriter writer;
    private final int perTurn;
    private DatagramHandler handler = (received, source) -> {};
    private BiPredicate<ByteBuffer, InetSocketAddress> opener = (received, source) -> true;
    private Runnable onDropped = () -> {};
    private Runnable onUnreachable = () -> {};
    private ControlLoop.@Nullable Watch watch;
    private volatile boolean isClosed;

    private ControlSocket(
            ControlLoop loop, DatagramChannel channel, InetSocketAddress address, int maxLength, int perTurn) {
        datagram = new Datagram(maxLength);
        writer = new DatagramWriter(maxLength);
        this.loop = loop;
        this.channel = channel;
        this.address = address;
        this.perTurn = perTurn;
    }

    /**
     * Binds a socket. From any thread.
     *
     * @param loop    the agent
     * @param address of this host; port 0 lets the system choose
     * @return the socket, to be started and closed by the caller
     * @throws IOException if the address is taken or not this host's
     * @throws NdException INSUFFICIENT_RESOURCES if there is no descriptor for it
     */
    public static ControlSocket bind(ControlLoop loop, InetSocketAddress address) throws IOException {
        return bind(loop, address, DatagramLayout.MAX_LENGTH, PER_TURN_OF_ANYBODY);
    }

    /**
     * Binds a socket that takes long datagrams. From any thread.
     *
     * @param loop      the agent
     * @param address   of this host; port 0 lets the system choose
     * @param maxLength bytes of the longest
     * @return the socket, to be started and closed by the caller
     * @throws IOException if the address is taken or not this host's
     * @throws NdException INSUFFICIENT_RESOURCES if there is no descriptor for it
     */
    public static ControlSocket bind(ControlLoop loop, InetSocketAddress address, int maxLength) throws IOException {
        return bind(loop, address, maxLength, PER_TURN);
    }

    private static ControlSocket bind(ControlLoop loop, InetSocketAddress address, int maxLength, int perTurn)
            throws IOException {
        DatagramChannel channel = openChannel(address.getAddress());
        try {
            channel.bind(address);
            return new ControlSocket(loop, channel, localAddress(channel), maxLength, perTurn);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Binds a socket that sends to one address only, receives from it only, and hears when nobody listens there.
     *
     * @param loop        the agent
     * @param local       address of this host; the system chooses the port
     * @param destination where it sends
     * @return the socket, to be started and closed by the caller
     * @throws IOException if the destination cannot be reached from the address
     * @throws NdException INSUFFICIENT_RESOURCES if there is no descriptor for it
     */
    public static ControlSocket connect(ControlLoop loop, InetAddress local, InetSocketAddress destination)
            throws IOException {
        DatagramChannel channel = openChannel(local);
        try {
            channel.bind(new InetSocketAddress(local, 0));
            channel.connect(destination);
            return new ControlSocket(
                    loop, channel, localAddress(channel), DatagramLayout.MAX_LENGTH, PER_TURN_OF_ANYBODY);
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Makes a channel that does not block. From any thread.
     *
     * @param address decides the family
     * @return the channel, not bound, to be closed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if there is no descriptor for it
     */
    public static DatagramChannel openChannel(InetAddress address) {
        try {
            DatagramChannel channel = DatagramChannel.open(
                    address instanceof Inet4Address ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
            channel.configureBlocking(false);
            return channel;
        } catch (IOException e) {
            throw SystemFailure.exception("no UDP socket can be made", null, e);
        }
    }

    private static InetSocketAddress localAddress(DatagramChannel channel) throws IOException {
        if (channel.getLocalAddress() instanceof InetSocketAddress bound) {
            return bound;
        }
        throw new IOException("a socket without an address");
    }

    /**
     * Returns where it is bound.
     *
     * @return the address, with the port chosen
     */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Begins to receive. On the agent.
     *
     * @param datagrams takes them
     * @param dropped   run for each that is none of Oriel's, or damaged
     * @throws IOException if the socket is closed
     */
    public void start(DatagramHandler datagrams, Runnable dropped) throws IOException {
        handler = datagrams;
        onDropped = dropped;
        watch = loop.watch(channel, SelectionKey.OP_READ, readyOps -> receive());
    }

    /**
     * Sets what opens datagrams that are sealed. On the agent.
     *
     * @param opens a datagram from its source where it lies, up to its position, which it sets to the new end; false if it is to be
     *     dropped
     */
    public void onSealed(BiPredicate<ByteBuffer, InetSocketAddress> opens) {
        opener = opens;
    }

    /**
     * Sets what hears that nobody listens at the destination of a connected socket. On the agent.
     *
     * @param unreachable run each time that a datagram found nobody
     */
    public void onUnreachable(Runnable unreachable) {
        onUnreachable = unreachable;
    }

    @Override
    public DatagramWriter writer() {
        return writer;
    }

    @Override
    public void receive() {
        for (int count = 0; count < perTurn && !isClosed; count++) {
            InetSocketAddress source = receiveOne();
            if (source == null) {
                return;
            }
            if (opener.test(datagram.received(), source) && datagram.isSound()) {
                handler.onDatagram(datagram, source);
            } else {
                onDropped.run();
            }
        }
    }

    private @Nullable InetSocketAddress receiveOne() {
        try {
            return channel.receive(datagram.clear()) instanceof InetSocketAddress source ? source : null;
        } catch (PortUnreachableException e) {
            onUnreachable.run();
            return null;
        } catch (IOException e) {
            return null; // as if the datagram had been lost
        }
    }

    @Override
    public void send(ByteBuffer message, InetSocketAddress to) {
        if (isClosed) {
            return;
        }
        try {
            int sent = channel.send(message, to);
            assert sent >= 0; // 0 without room: lost, and sent again if it matters
        } catch (PortUnreachableException e) {
            onUnreachable.run();
        } catch (IOException e) {
            // lost, as a datagram may be
        }
    }

    /** Stops receiving and gives up the address, a moment later. On the agent. Idempotent. */
    public void close() {
        close(closed -> {});
    }

    /**
     * Stops receiving and gives up the address. On the agent. Idempotent.
     *
     * @param onClosed is told on the agent when the address is free
     */
    public void close(Consumer<InetSocketAddress> onClosed) {
        if (!isClosed) {
            isClosed = true;
            if (watch != null) {
                watch.cancel();
            }
            closeChannel();
        }
        // The selector lets go of the channel when it selects, which it does before the second timer.
        loop.scheduleSurely(0, () -> loop.scheduleSurely(0, () -> onClosed.accept(address)));
    }

    /** Gives up a socket that was never started, or whose agent has ended. From any thread. */
    public void discard() {
        isClosed = true;
        closeChannel();
    }

    private void closeChannel() {
        try {
            channel.close();
        } catch (IOException e) {
            // the descriptor is gone all the same
        }
    }
}
