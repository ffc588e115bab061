// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.gate;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.Alarm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Wakes whoever sleeps when a datagram has come at one of a private driver's sockets: they are selected beside the driver,
 * which does not select while it has few. Peers need not know who sleeps.
 */
public final class SocketAlarm implements Alarm {
    private static final long FAILURE_PAUSE_NS = Duration.ofMillis(100).toNanos();

    private final ControlLoop loop;

    // Guarded by this object: attached by sleepers, filled by the domain's owner.
    private final List<Selector> selectors = new ArrayList<>();
    private final List<DatagramChannel> channels = new ArrayList<>();

    // Used by the agent.
    private final Map<DatagramChannel, ControlLoop.Watch> watches = new HashMap<>();
    private @Nullable Runnable watcher;

    /**
     * Creates an alarm without sockets.
     *
     * @param loop the agent
     */
    public SocketAlarm(ControlLoop loop) {
        this.loop = loop;
    }

    @Override
    public boolean canWake() {
        return true;
    }

    @Override
    public boolean needsNap() {
        return false;
    }

    /** Sockets stay ready until they are read, so there is nothing to be told to peers, or taken. */
    @Override
    public void arm() {}

    @Override
    public void disarm() {}

    @Override
    public synchronized void attach(Selector selector) {
        selectors.add(selector);
        channels.forEach(channel -> register(channel, selector));
    }

    @Override
    public synchronized void detach(Selector selector) {
        selectors.remove(selector);
        for (DatagramChannel channel : channels) {
            SelectionKey key = channel.keyFor(selector);
            if (key != null) {
                key.cancel();
            }
        }
    }

    @Override
    public void watch(Runnable onWake) {
        watcher = onWake;
        watches.values().forEach(each -> each.interestOps(SelectionKey.OP_READ));
    }

    /** Wakes for a socket from now on. By the domain's owner. */
    synchronized void add(DatagramChannel channel) {
        channels.add(channel);
        for (Selector selector : selectors) {
            register(channel, selector);
            selector.wakeup(); // or it would not look at the new channel
        }
        loop.executeSurely(() -> beginWatch(channel));
    }

    /** Wakes for a socket no more, which is about to be closed. By the domain's owner. */
    synchronized void remove(DatagramChannel channel) {
        channels.remove(channel);
        selectors.forEach(Selector::wakeup); // a closed channel keeps its port until its selectors let go
        try {
            loop.executeSurely(() -> endWatch(channel));
        } catch (RejectedExecutionException e) {
            // the agent has ended, and its selector with it
        }
    }

    private void beginWatch(DatagramChannel channel) {
        try {
            // What has come already may have been meant for the agent.
            int ops = watcher == null ? 0 : SelectionKey.OP_READ;
            watches.put(channel, loop.watch(channel, ops, readyOps -> wake()));
        } catch (IOException e) {
            if (channel.isOpen()) {
                loop.scheduleSurely(FAILURE_PAUSE_NS, () -> beginWatch(channel));
                throw new UncheckedIOException("a socket of the media driver cannot be watched", e);
            }
        }
    }

    private void endWatch(DatagramChannel channel) {
        ControlLoop.Watch watch = watches.remove(channel);
        if (watch != null) {
            watch.cancel();
        }
    }

    private void wake() {
        watches.values().forEach(each -> each.interestOps(0));
        Runnable once = watcher;
        watcher = null;
        if (once != null) {
            once.run();
        }
    }

    private static void register(DatagramChannel channel, Selector selector) {
        try {
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            assert key.isValid() || !channel.isOpen();
        } catch (ClosedChannelException e) {
            // nothing comes any more
        }
    }
}
