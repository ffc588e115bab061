// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.wake;

import io.oriel.engine.control.ControlLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The connection on which one peer's wakes come. It begins with the id of the link, which the agent reads; the bytes
 * after it are wakes, taken by whoever sleeps.
 */
final class WakeChannel implements Runnable {
    private static final int MOST_WAKES = 64;

    private final SocketChannel channel;
    private final ByteBuffer greeting = ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final Runnable onEnd;

    // Used by the domain's owner alone.
    private final ByteBuffer wakes = ByteBuffer.allocateDirect(MOST_WAKES);

    // Used by the agent alone.
    private ControlLoop.@Nullable Watch watch;
    private Runnable onWake = () -> {};

    // Set by whoever has selected it, cleared by the domain's owner.
    private volatile boolean isReady;

    /**
     * Takes over a connection.
     *
     * @param channel accepted, not blocking
     * @param onEnd   called on any thread, perhaps several times, when it is of no more use
     */
    WakeChannel(SocketChannel channel, Runnable onEnd) {
        this.channel = channel;
        this.onEnd = onEnd;
    }

    /** Returns what a connection begins with. */
    static ByteBuffer greeting(long linkId) {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(0, linkId);
    }

    /** Reads the greeting. On the agent. */
    void start(ControlLoop loop, LongConsumer onGreeting) throws IOException {
        watch = loop.watch(channel, SelectionKey.OP_READ, readyOps -> {
            if (greeting.hasRemaining()) {
                readGreeting(onGreeting);
            } else {
                interestOps(0);
                run();
                onWake.run();
            }
        });
    }

    private void readGreeting(LongConsumer onGreeting) {
        try {
            if (channel.read(greeting) < 0) {
                onEnd.run();
            } else if (!greeting.hasRemaining()) {
                interestOps(0);
                onGreeting.accept(greeting.getLong(0));
            }
        } catch (IOException e) {
            onEnd.run();
        } catch (RuntimeException | Error e) {
            onEnd.run(); // half connected: the peer's next wake fails, and it connects again
            throw e;
        }
    }

    /** Has a task run on the agent at the next wake, once. On the agent. */
    void watch(Runnable task) {
        onWake = task;
        interestOps(SelectionKey.OP_READ);
    }

    private void interestOps(int ops) {
        if (watch != null) {
            watch.interestOps(ops);
        }
    }

    /** Registers the connection with the selector of a sleeper, with itself attached. */
    void register(Selector selector) {
        try {
            channel.register(selector, SelectionKey.OP_READ, this);
        } catch (ClosedChannelException e) {
            onEnd.run();
        }
    }

    void unregister(Selector selector) {
        @Nullable SelectionKey key = channel.keyFor(selector);
        if (key != null) {
            key.cancel();
        }
    }

    /** Notes that a wake has come, for {@link #take}: who was woken has something better to do than to read it. */
    @Override
    public void run() {
        isReady = true; // Pairs with #take.
    }

    /** Takes what has come and was noted. By the domain's owner. */
    void take() {
        if (!isReady) { // Pairs with #run.
            return;
        }
        isReady = false;
        try {
            wakes.clear();
            if (channel.read(wakes) < 0) {
                onEnd.run();
            }
        } catch (IOException e) {
            onEnd.run(); // the peer's next wake fails, and it connects again
        }
    }

    /** On the agent. Idempotent. */
    void close() {
        if (watch != null) {
            watch.cancel();
        }
        closeQuietly(channel);
    }

    static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is gone all the same.
        }
    }
}
