// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.testing;

import io.oriel.engine.transport.Alarm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** An alarm that the test rings, and that tells what its user did with it. */
public final class FakeAlarm implements Alarm, AutoCloseable {
    private final Pipe pipe;
    private Runnable beforeArming = () -> {};
    private Runnable onWake = () -> {};
    private volatile boolean armed;
    private final AtomicInteger armings = new AtomicInteger();
    private final AtomicInteger taken = new AtomicInteger();

    /** Creates an alarm with a channel of its own. */
    public FakeAlarm() {
        try {
            pipe = Pipe.open();
            pipe.source().configureBlocking(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has something happen just before the word is armed: a peer that publishes now does not wake. */
    public void beforeArming(Runnable event) {
        beforeArming = event;
    }

    /** Tells whether somebody sleeps. */
    public boolean isArmed() {
        return armed;
    }

    /** Tells how often it was armed. */
    public int armings() {
        return armings.get();
    }

    /** Tells how many wakes a selecting thread has taken. */
    public int taken() {
        return taken.get();
    }

    /** Wakes whoever selects. From any thread. */
    public void ring() {
        try {
            pipe.sink().write(ByteBuffer.allocate(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Does what a wake does that the agent watches for. */
    public void ringForTheAgent() {
        Runnable task = onWake;
        onWake = () -> {};
        task.run();
    }

    @Override
    public boolean canWake() {
        return true;
    }

    @Override
    public void arm() {
        beforeArming.run();
        armings.incrementAndGet();
        armed = true;
    }

    @Override
    public void disarm() {
        armed = false;
    }

    @Override
    public void attach(Selector selector) {
        Runnable take = this::takeFromChannel;
        try {
            pipe.source().register(selector, SelectionKey.OP_READ, take);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void detach(Selector selector) {
        Objects.requireNonNull(pipe.source().keyFor(selector)).cancel();
    }

    @Override
    public void watch(Runnable task) {
        onWake = task;
    }

    @Override
    public void close() {
        try {
            pipe.sink().close();
            pipe.source().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void takeFromChannel() {
        try {
            taken.addAndGet(Math.max(0, pipe.source().read(ByteBuffer.allocate(64))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
