// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import io.oriel.benchmarks.BenchmarkException;
import io.oriel.benchmarks.measure.ThreadCpu;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.Tally;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Sleeps until a message comes, and answers when it woke. */
public final class WakeupPong implements Responder {
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private final SleepingMessages messages;
    private final ControlChannel channel;
    private long answered;
    private boolean isVerifying;

    /**
     * Creates the responder's side.
     *
     * @param messages to the initiator, connected
     * @param channel  to the other side
     */
    public WakeupPong(SleepingMessages messages, ControlChannel channel) {
        this.messages = messages;
        this.channel = channel;
    }

    @Override
    public void run(long operations) {
        long last = answered + operations;
        sleepAndAnswer(ThreadCpu.ofAll()); // while the peer rests
        while (answered < last) {
            sleepAndAnswer(null);
        }
    }

    @Override
    public void verify(long operations) {
        messages.thorough(true);
        isVerifying = true;
        run(operations);
        isVerifying = false;
        messages.thorough(false);
    }

    private void sleepAndAnswer(@Nullable ThreadCpu before) {
        long beginNs = System.nanoTime();
        int count;
        long wokenNs;
        do {
            messages.sleep(LIMIT_NS);
            wokenNs = System.nanoTime();
            count = messages.poll();
            if (count == 0 && wokenNs - beginNs > LIMIT_NS) {
                channel.checkPeer();
                throw new BenchmarkException(
                        "no message has come for " + TimeUnit.NANOSECONDS.toSeconds(LIMIT_NS) + " s");
            }
        } while (count == 0);
        for (int i = 0; i < count; i++) {
            if (!isVerifying) {
                long cpuNs = before == null ? 0 : ThreadCpu.ofAll().since(before);
                SleepingMessages.putWake(messages.outgoing(), messages.outgoingOffset(), wokenNs, cpuNs);
            }
            messages.send(++answered);
        }
    }

    @Override
    public Tally tally() {
        return messages.tally();
    }

    @Override
    public void close() {
        messages.close();
    }
}
