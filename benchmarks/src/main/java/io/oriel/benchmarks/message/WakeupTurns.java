// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.RunRecorder;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.measure.ThreadCpu;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.SpinGuard;
import io.oriel.benchmarks.scenario.Tally;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Messages to a peer that sleeps: one side sends now and then, the other is woken and answers when it was. */
public final class WakeupTurns {
    private WakeupTurns() {}

    /**
     * Sends a message now and then, so rarely that the peer has fallen asleep, and takes from the answer when it woke. A run begins
     * with a longer rest, in which both processes wait and their processor time is counted.
     */
    public static final class Ping implements Initiator {
        private static final long MIN_PAUSE_NS = 500_000;
        private static final long MAX_PAUSE_NS = 3_000_000;
        private static final long REST_NS_PER_OPERATION = 1_000_000;
        private static final long MAX_REST_NS = TimeUnit.SECONDS.toNanos(2);

        private final SplittableRandom random = new SplittableRandom(1);
        private final Messages.Sleeping messages;
        private final SpinGuard guard;
        private long sequence;

        /**
         * Creates the initiator's side.
         *
         * @param messages to the sleeper, connected
         * @param channel  to the other side
         */
        public Ping(Messages.Sleeping messages, ControlChannel channel) {
            this.messages = messages;
            guard = new SpinGuard(channel);
        }

        @Override
        public void run(long operations, RunRecorder recorder) {
            recorder.start(operations);
            rest(Math.min(MAX_REST_NS, operations * REST_NS_PER_OPERATION), recorder);
            for (long done = 1; done < operations; done++) {
                pause(random.nextLong(MIN_PAUSE_NS, MAX_PAUSE_NS));
                long sentNs = System.nanoTime();
                roundTrip();
                long wokenNs = Messages.Sleeping.wokenNs(messages.incoming(), messages.incomingOffset());
                recorder.latency(Math.max(0, wokenNs - sentNs));
            }
            recorder.finish();
        }

        @Override
        public void verify(long operations) {
            messages.thorough(true);
            for (long i = 0; i < operations; i++) {
                roundTrip();
            }
            messages.thorough(false);
        }

        private void roundTrip() {
            sequence++;
            messages.send(sequence);
            while (messages.poll() == 0) {
                guard.spin();
            }
            guard.progressed();
        }

        private void rest(long restNs, RunRecorder recorder) {
            ThreadCpu cpu = ThreadCpu.ofAll();
            long beginNs = System.nanoTime();
            long leftNs = restNs;
            while (leftNs > 0) {
                LockSupport.parkNanos(leftNs);
                leftNs = restNs - (System.nanoTime() - beginNs);
            }
            long ownNs = ThreadCpu.ofAll().since(cpu);
            long elapsedNs = System.nanoTime() - beginNs;
            roundTrip();
            long peerNs = Messages.Sleeping.cpuNs(messages.incoming(), messages.incomingOffset());
            recorder.figure(RunResult.IDLE_CPU_SHARE, (double) (ownNs + peerNs) / Math.max(1, elapsedNs));
        }

        /** Without sleeping: the sender is awake when it has something to send. */
        private static void pause(long ns) {
            long beginNs = System.nanoTime();
            while (System.nanoTime() - beginNs < ns) {
                Thread.onSpinWait();
            }
        }

        @Override
        public String explanation() {
            return messages.explanation();
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

    /** Sleeps until a message comes, and answers when it woke. */
    public static final class Pong implements Responder {
        private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

        private final Messages.Sleeping messages;
        private final ControlChannel channel;
        private long answered;
        private boolean isVerifying;

        /**
         * Creates the responder's side.
         *
         * @param messages to the initiator, connected
         * @param channel  to the other side
         */
        public Pong(Messages.Sleeping messages, ControlChannel channel) {
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
                    Messages.Sleeping.putWake(messages.outgoing(), messages.outgoingOffset(), wokenNs, cpuNs);
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
}
