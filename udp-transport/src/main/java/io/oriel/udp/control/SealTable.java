// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import io.oriel.engine.control.ControlLoop;
import io.oriel.udp.datagram.ControlChannel;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.seal.LinkKeys;
import io.oriel.udp.seal.SealBuffers;
import io.oriel.udp.seal.SealLayout;
import java.nio.ByteBuffer;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** The links of a port whose control datagrams are sealed. By the agent. */
public final class SealTable {
    private final ControlLoop loop;
    private final ControlChannel socket;
    private final SealBuffers buffers = new SealBuffers();
    private final Int2ObjectHashMap<SealedChannel> channels = new Int2ObjectHashMap<>();
    private @Nullable SealedChannel opened;

    /**
     * Creates an empty table.
     *
     * @param loop   the agent
     * @param socket of the port
     */
    public SealTable(ControlLoop loop, ControlChannel socket) {
        this.loop = loop;
        this.socket = socket;
    }

    /**
     * Tells whether a link has this session.
     *
     * @param session any
     * @return true until the link is forgotten
     */
    public boolean contains(int session) {
        return channels.containsKey(session);
    }

    /**
     * Knows a link from now on.
     *
     * @param keys of it
     * @return its channel
     */
    public ControlChannel begin(LinkKeys keys) {
        SealedChannel channel =
                new SealedChannel(socket, keys.control(loop::nanoTime, buffers), keys.session(), keys.peerSession());
        channels.put(keys.session(), channel);
        return channel;
    }

    /**
     * Knows a link no more, after a while in which its peer is told that it is not there.
     *
     * @param keys    of a link that has begun
     * @param delayNs for how long
     */
    public void end(LinkKeys keys, long delayNs) {
        loop.scheduleSurely(delayNs, () -> channels.remove(keys.session()));
    }

    /**
     * Opens a datagram where it lies.
     *
     * @param received up to its position
     * @return true if it is a link's, and has not come before
     */
    public boolean open(ByteBuffer received) {
        opened = null;
        if (!SealLayout.isSealed(received, received.position())) {
            return false;
        }
        SealedChannel channel = channels.get(SealLayout.session(received));
        if (channel == null || !channel.open(received)) {
            return false;
        }
        opened = channel;
        return true;
    }

    /** Returns the channel of what was opened last; null if it speaks of another link. */
    @Nullable
    ControlChannel channelOf(Datagram datagram) {
        SealedChannel channel = opened;
        return channel != null && channel.isOf(datagram) ? channel : null;
    }
}
