// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.wake;

import io.oriel.api.NdException;
import io.oriel.engine.control.SystemFailure;
import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.transport.Alarm;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.meeting.HalfOpen;
import io.oriel.shm.meeting.LinkIds;
import io.oriel.shm.meeting.SocketListener;
import io.oriel.shm.memory.WordsFile;
import java.io.IOException;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** The alarm of one adapter: its armed word, and the socket to which its peers connect to wake it. */
public final class ShmAlarm implements Alarm {
    private final ProcessHome home;
    private final WordsFile words;
    private final LinkIds links;
    private volatile SocketListener listener;

    // Written by the domain's owner.
    private long armings = CounterStart.value();

    // Guarded by this object: attached by sleepers, filled by the agent.
    private final List<Selector> selectors = new ArrayList<>();

    // Changed by the agent.
    private final Map<Long, WakeChannel> byLink = new HashMap<>();
    private final HalfOpen<WakeChannel> greeting;
    private Runnable watcher = () -> {};
    private volatile boolean isClosed;
    private volatile WakeChannel[] channels = {};

    private ShmAlarm(ProcessHome home, WordsFile words, LinkIds links) throws IOException {
        this.home = home;
        this.words = words;
        this.links = links;
        greeting = new HalfOpen<>(home.base().members(), channel -> true);
        listener = bind();
    }

    private SocketListener bind() throws IOException {
        return SocketListener.bind(home.loop(), words.wakeSocket(), home.base().members(), this::accept, this::onLost);
    }

    /**
     * Makes the socket again if its name was removed. Connections stay. Blocks; on a worker, one at a time.
     *
     * @throws NdException INSUFFICIENT_RESOURCES if it cannot be made
     */
    public void restore() {
        SocketListener former = listener;
        if (!former.isLost()) {
            return;
        }
        try {
            listener = bind();
        } catch (IOException e) {
            throw unmade(words, e);
        }
        former.close();
        if (isClosed) { // Pairs with #close.
            listener.close();
        }
    }

    private static NdException unmade(WordsFile words, IOException cause) {
        Path path = words.wakeSocket();
        return SystemFailure.exception("the wake socket " + path + " cannot be made", path, cause);
    }

    /**
     * Makes the wake socket of an adapter. Blocks; on a worker.
     *
     * @param home  of this process
     * @param words of the adapter
     * @param links of the adapter
     * @return the alarm, to be closed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if the socket cannot be made
     */
    @SuppressWarnings("this-escape") // the agent hears of the alarm only after it is complete
    public static ShmAlarm open(ProcessHome home, WordsFile words, LinkIds links) {
        try {
            return new ShmAlarm(home, words, links);
        } catch (IOException e) {
            throw unmade(words, e);
        }
    }

    @Override
    public boolean canWake() {
        return true;
    }

    @Override
    public void arm() {
        for (WakeChannel channel : channels) {
            channel.take();
        }
        words.arm(++armings);
    }

    @Override
    public void disarm() {
        words.disarm();
    }

    @Override
    public synchronized void attach(Selector selector) {
        selectors.add(selector);
        for (WakeChannel channel : channels) {
            channel.register(selector);
        }
    }

    @Override
    public synchronized void detach(Selector selector) {
        selectors.remove(selector);
        for (WakeChannel channel : channels) {
            channel.unregister(selector);
        }
    }

    @Override
    public void watch(Runnable onWake) {
        watcher = onWake;
        for (WakeChannel channel : channels) {
            channel.watch(onWake);
        }
    }

    /**
     * Takes no more wakes of a link. On the agent.
     *
     * @param linkId of the link, whose name is about to be given back
     */
    public void release(long linkId) {
        @Nullable WakeChannel channel = byLink.get(linkId);
        if (channel != null) {
            drop(channel);
        }
    }

    private void accept(SocketChannel accepted, UserPrincipal user) {
        WakeChannel[] made = new WakeChannel[1];
        WakeChannel channel = new WakeChannel(accepted, () -> home.loop().executeSurely(() -> lose(made[0])));
        made[0] = channel;
        if (isClosed) {
            lose(channel);
            return;
        }
        @Nullable WakeChannel surplus = greeting.add(channel, user);
        if (surplus != null) {
            lose(surplus);
        }
        try {
            channel.start(home.loop(), linkId -> greeted(channel, linkId));
        } catch (IOException e) {
            lose(channel);
        } catch (RuntimeException | Error e) {
            lose(channel);
            throw e;
        }
    }

    /** A connection could not even be accepted. On any thread. */
    private void onLost() {
        try {
            home.loop().executeSurely(this::wakeAll);
        } catch (RejectedExecutionException e) {
            // the agent has ended: nobody sleeps any more
        }
    }

    /** Drops a connection on which a wake may have come that nobody has taken. On the agent. */
    private void lose(WakeChannel channel) {
        drop(channel);
        wakeAll();
    }

    /** Whoever sleeps looks again. On the agent. */
    private void wakeAll() {
        if (!isClosed) {
            synchronized (this) {
                selectors.forEach(Selector::wakeup);
            }
            watcher.run();
        }
    }

    /** A peer has said of which link it is. Where there is one already, the peer has lost it and connected again. */
    private void greeted(WakeChannel channel, long linkId) {
        if (!greeting.contains(channel) || !links.contains(linkId)) {
            lose(channel);
            return;
        }
        @Nullable WakeChannel former = byLink.get(linkId);
        if (former != null) {
            lose(former);
        }
        greeting.remove(channel);
        byLink.put(linkId, channel);
        channel.watch(watcher); // what has come already may have been meant for the agent
        synchronized (this) {
            channels = inUse();
            for (Selector selector : selectors) {
                channel.register(selector);
                selector.wakeup(); // or it would not look at the new channel
            }
        }
    }

    private void drop(WakeChannel channel) {
        greeting.remove(channel);
        byLink.values().remove(channel);
        channel.close();
        synchronized (this) {
            channels = inUse();
            selectors.forEach(Selector::wakeup); // a closed channel keeps its descriptor until its selectors let go
        }
    }

    private WakeChannel[] inUse() {
        return byLink.values().toArray(WakeChannel[]::new);
    }

    /** Ends the socket and all connections. On the agent. Idempotent. */
    public void close() {
        isClosed = true;
        listener.close();
        greeting.all().forEach(this::drop);
        for (WakeChannel channel : channels) {
            drop(channel);
        }
    }
}
