// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.control;

import io.oriel.engine.control.ControlLoop;
import io.oriel.udp.datagram.ControlChannel;
import io.oriel.udp.datagram.Datagram;
import io.oriel.udp.datagram.DatagramHandler;
import io.oriel.udp.datagram.LinkReader;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Hands the datagrams of a port's control socket to those whose key they carry, and tells their senders, now and then, that
 * a key is not known. By the agent.
 */
public final class KeyTable implements DatagramHandler {
    private static final int MAX_RESETS = 16;
    private static final long RESETS_PERIOD_NS = 100_000_000;

    private final ControlLoop loop;
    private final LinkChannels channels;
    private final Runnable onDropped;
    private final Map<Long, KeyHolder> holders = new HashMap<>();
    private long resetsSinceNs;
    private int resets;

    /**
     * Creates an empty table.
     *
     * @param loop      the agent
     * @param channels  of the port's links
     * @param onDropped run for each datagram that nobody wants
     */
    public KeyTable(ControlLoop loop, LinkChannels channels, Runnable onDropped) {
        this.loop = loop;
        this.channels = channels;
        this.onDropped = onDropped;
        resetsSinceNs = loop.nanoTime();
    }

    /**
     * Hands datagrams with a key to its holder from now on.
     *
     * @param key    chosen by this side
     * @param holder takes them
     */
    public void put(long key, KeyHolder holder) {
        holders.put(key, holder);
    }

    /**
     * Knows a key no more.
     *
     * @param key that was put
     */
    public void remove(long key) {
        holders.remove(key);
    }

    @Override
    public void onDatagram(Datagram datagram, InetSocketAddress source) {
        ControlChannel way = channels.wayBack(datagram);
        if (way == null) {
            onDropped.run();
            return;
        }
        OptionalLong unknown = LinkReader.reset(datagram);
        if (unknown.isPresent()) {
            onReset(unknown.getAsLong(), source);
            return;
        }
        OptionalLong key = LinkReader.key(datagram);
        KeyHolder holder = key.isPresent() ? holders.get(key.getAsLong()) : null;
        if (holder != null && holder.peerAddress().equals(source)) {
            holder.onDatagram(datagram);
            return;
        }
        onDropped.run();
        if (holder == null && key.isPresent() && mayReset()) {
            way.send(way.writer().reset(key.getAsLong()), source);
        }
    }

    private void onReset(long peerKey, InetSocketAddress source) {
        for (KeyHolder holder : holders.values()) {
            if (holder.peerKey() == peerKey && holder.peerAddress().equals(source)) {
                holder.onReset();
                return;
            }
        }
        onDropped.run();
    }

    private boolean mayReset() {
        long nowNs = loop.nanoTime();
        if (nowNs - resetsSinceNs > RESETS_PERIOD_NS) {
            resetsSinceNs = nowNs;
            resets = 0;
        }
        return ++resets <= MAX_RESETS;
    }
}
