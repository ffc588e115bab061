// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.socket;

import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.BenchmarkException;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.wakeup.ProcessCpu;
import io.oriel.benchmarks.wakeup.WakeMessage;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import org.agrona.CloseHelper;
import org.jspecify.annotations.Nullable;

/** Sleeps in a selector until a message comes, and answers when it woke. */
public final class SocketPong implements Responder {
    private static final long LIMIT_MS = TimeUnit.SECONDS.toMillis(30);

    private final ControlChannel control;
    private final MessageSocket socket;
    private final Selector selector;
    private long sequence;
    private boolean isVerifying;

    /**
     * Connects.
     *
     * @param config  of what it stands beside
     * @param channel to the other side
     */
    public SocketPong(ScenarioConfig config, ControlChannel channel) {
        control = channel;
        socket = MessageSocket.connect(config.shape().sizeBytes(), channel);
        try {
            selector = Selector.open();
            socket.channel().register(selector, SelectionKey.OP_READ);
        } catch (IOException e) {
            throw new BenchmarkException("no selector can be had: " + e, e);
        }
    }

    @Override
    public void run(long operations) {
        for (long i = 0; i < operations; i++) {
            sleep(i == 0);
        }
    }

    @Override
    public void verify(long operations) {
        socket.thorough(true);
        isVerifying = true;
        run(operations);
        isVerifying = false;
        socket.thorough(false);
    }

    @Override
    public Tally tally() {
        return socket.tally();
    }

    @Override
    public void close() {
        CloseHelper.quietClose(selector);
        socket.close();
    }

    private void sleep(boolean countsCpu) {
        @Nullable ProcessCpu cpu = countsCpu ? ProcessCpu.now() : null;
        select();
        long wokenNs = System.nanoTime();
        while (!socket.receive()) {
            Thread.onSpinWait(); // the rest of a long message
        }
        sequence++;
        socket.next(sequence);
        if (!isVerifying) {
            WakeMessage.put(socket.next(sequence), 0, wokenNs, cpu == null ? 0 : cpu.usedNs());
        }
        socket.send();
        socket.check(sequence);
    }

    /** The message is read after the clock. */
    private static void leave(SelectionKey ready) {
        assert ready.isReadable();
    }

    private void select() {
        try {
            if (selector.select(SocketPong::leave, LIMIT_MS) == 0) {
                control.checkPeer();
                throw new BenchmarkException("no message has come for " + LIMIT_MS + " ms");
            }
        } catch (IOException e) {
            throw new BenchmarkException("the selector has failed: " + e, e);
        }
    }
}
