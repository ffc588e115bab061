// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import io.oriel.engine.control.ControlLoop;
import io.oriel.udp.datagram.ControlChannel;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.directory.RandomNumbers;
import io.oriel.udp.seal.LinkKeys;
import io.oriel.udp.seal.SealBuffers;
import io.oriel.udp.seal.SealLayout;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** The ways of a port's links for control datagrams: the port's socket, or one for each link that seals them. By the agent. */
public final class LinkChannels {
    private final ControlLoop loop;
    private final ControlChannel socket;
    private final @Nullable SealBuffers buffers;
    private final long lingerNs;
    private final Int2ObjectHashMap<SealedChannel> sealed = new Int2ObjectHashMap<>();
    private @Nullable SealedChannel opened;

    /**
     * Creates an empty table.
     *
     * @param loop     the agent
     * @param socket   of the port
     * @param isSealed whether its links are
     * @param lingerNs for how long the peer of a link that has ended is told so
     */
    public LinkChannels(ControlLoop loop, ControlChannel socket, boolean isSealed, long lingerNs) {
        this.loop = loop;
        this.socket = socket;
        this.lingerNs = lingerNs;
        buffers = isSealed ? new SealBuffers() : null;
    }

    /**
     * Draws what datagrams of a link to this side carry. Its lower half names no other link where they are sealed.
     *
     * @return a key
     */
    public long newKey() {
        long key = RandomNumbers.nextLong();
        while (sealed.containsKey((int) key)) {
            key = RandomNumbers.nextLong();
        }
        return key;
    }

    /**
     * Makes the way of a link.
     *
     * @param keys of the link; null if it is not sealed
     * @param peer where its datagrams come from
     * @return its channel
     */
    public ControlChannel begin(@Nullable LinkKeys keys, InetSocketAddress peer) {
        if (keys == null || buffers == null) {
            return socket;
        }
        SealedChannel channel = new SealedChannel(
                socket, keys.control(loop::nanoTime, buffers), peer, keys.session(), keys.peerSession());
        sealed.put(keys.session(), channel);
        return channel;
    }

    /**
     * Forgets a link, after a while.
     *
     * @param keys of a link that has begun; null if it is not sealed
     */
    public void end(@Nullable LinkKeys keys) {
        if (keys != null) {
            loop.scheduleSurely(lingerNs, () -> erase(keys));
        }
    }

    private void erase(LinkKeys keys) {
        SealedChannel ended = sealed.remove(keys.session());
        if (ended != null) {
            ended.erase();
        }
        keys.eraseControl();
    }

    /**
     * Opens a datagram where it lies, if they are sealed.
     *
     * @param received up to its position
     * @param source   from where it came
     * @return true if it is a link's, from its peer, and has not come before
     */
    public boolean open(ByteBuffer received, InetSocketAddress source) {
        opened = null;
        if (buffers == null) {
            return true;
        }
        if (!SealLayout.isSealed(received, received.position())) {
            return false;
        }
        SealedChannel channel = sealed.get(SealLayout.session(received));
        if (channel == null || !channel.open(received, source)) {
            return false;
        }
        opened = channel;
        return true;
    }

    /** Returns the way back of what was opened last; null if it speaks of another link. */
    @Nullable
    ControlChannel wayBack(Datagram datagram) {
        if (buffers == null) {
            return socket;
        }
        SealedChannel channel = opened;
        return channel != null && channel.isOf(datagram) ? channel : null;
    }
}
