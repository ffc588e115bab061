// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import java.util.concurrent.TimeUnit;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Raw Aeron on one thread: what the logs alone cost of the round trip that EndpointBenchmark measures. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures
public class AeronBenchmark {
    private static final int LENGTH = 32;
    // Large, because on one thread a wait for the driver would be part of the measurement.
    private static final int TERM_LENGTH = 1 << 24;
    private static final int FRAGMENT_LIMIT = 64;

    private final BufferClaim claim = new BufferClaim();
    private final UnsafeBuffer source = memory();
    private final UnsafeBuffer target = memory();
    private final FragmentHandler copyOut =
            (buffer, offset, length, header) -> buffer.getBytes(offset, target, 0, length);
    private InvokedDriver driver;
    private ExclusivePublication there;
    private ExclusivePublication back;
    private Image arriving;
    private Image returning;

    private static UnsafeBuffer memory() {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(LENGTH, BitUtil.CACHE_LINE_LENGTH));
    }

    /** Makes two logs of this process. */
    @Setup
    public void connect() {
        driver = InvokedDriver.forIpc(TERM_LENGTH);
        Aeron aeron = driver.aeron();
        Subscription arrivals = aeron.addSubscription(CommonContext.IPC_CHANNEL, 1);
        Subscription returns = aeron.addSubscription(CommonContext.IPC_CHANNEL, 2);
        there = aeron.addExclusivePublication(CommonContext.IPC_CHANNEL, 1);
        back = aeron.addExclusivePublication(CommonContext.IPC_CHANNEL, 2);
        while (!there.isConnected() || !back.isConnected() || arrivals.hasNoImages() || returns.hasNoImages()) {
            driver.turn();
        }
        arriving = arrivals.imageAtIndex(0);
        returning = returns.imageAtIndex(0);
    }

    /** Closes everything. */
    @TearDown
    public void close() {
        driver.close();
    }

    /**
     * A message there and back, copied in and out.
     *
     * @return how many frames were taken
     */
    @Benchmark
    public int roundTrip() {
        send(there);
        int count = take(arriving);
        send(back);
        return count + take(returning);
    }

    /**
     * An empty poll.
     *
     * @return 0
     */
    @Benchmark
    public int emptyPoll() {
        return arriving.poll(copyOut, FRAGMENT_LIMIT);
    }

    private void send(ExclusivePublication publication) {
        while (publication.tryClaim(LENGTH, claim) <= 0) {
            driver.turn();
        }
        claim.buffer().putBytes(claim.offset(), source, 0, LENGTH);
        claim.reservedValue(LENGTH).commit();
    }

    private int take(Image image) {
        int count;
        while ((count = image.poll(copyOut, FRAGMENT_LIMIT)) == 0) {
            Thread.onSpinWait();
        }
        return count;
    }
}
