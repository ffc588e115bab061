// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.micro;

import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.engine.completion.CompletionQueues;
import io.oriel.engine.completion.Slots;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.PeerBinding;
import io.oriel.engine.direct.WindowSlot;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.transport.LinkMemory;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
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

/** Parts of the engine by themselves: a completion, a word, a window. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
@SuppressWarnings("NullAway.Init") // JMH sets up before it measures
public class PartBenchmark {
    private static final int DEPTH = 16;
    private static final int LENGTH = 32;
    private static final long TOKEN = 0x7061_7373_776f_7264L;
    private static final long REGION = 1;
    private static final long USER = DirectLayout.user(5, 3);

    private final SelectorLoop loop = SelectorLoop.start(Throwable::printStackTrace);
    private final CompletionQueues queues = new CompletionQueues();
    private final CompletionQueue completions = queues.create(new Domain(loop, false), loop, DEPTH);
    private final Slots slots = queues.newSlots(completions, 0, DEPTH, DEPTH);
    private final Completion[] taken = {new Completion(), new Completion()};

    private final PeerBinding target = new PeerBinding();
    private DirectAccess access;

    private long word = FrameWord.with(FrameWord.of(FrameWord.TYPE_SEND, FrameWord.FLAG_LAST, 77, 3), 1000, 2000);
    private long count = 1;

    /** Shows a window to the other end. */
    @Setup
    public void show() {
        slots.register();
        UnsafeBuffer one = memory(DirectLayout.LENGTH);
        UnsafeBuffer other = memory(DirectLayout.LENGTH);
        UnsafeBuffer shared = memory(LENGTH);
        WindowSlot slot = Objects.requireNonNull(
                DirectLink.over(new Memory(one, other, shared)).reserve(USER));
        slot.show(TOKEN, REGION, 0, LENGTH, OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE);
        access = DirectLink.over(new Memory(other, one, shared)).access();
        target.name(0, 0, TOKEN);
        target.expose(slot.slot(), OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE, slot.stamp(), REGION);
        target.memory = shared;
        if (!windowCheck()) {
            throw new IllegalStateException("the window must be granted");
        }
    }

    private static UnsafeBuffer memory(int length) {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, BitUtil.CACHE_LINE_LENGTH));
    }

    private record Memory(UnsafeBuffer own, UnsafeBuffer peer, UnsafeBuffer region) implements LinkMemory {
        @Override
        public @Nullable UnsafeBuffer mapRegion(long regionId, boolean isWritable, Part part) {
            return region;
        }

        @Override
        public boolean isPeerGone() {
            return false;
        }
    }

    /** Ends the agent. */
    @TearDown
    public void close() {
        loop.close();
    }

    /**
     * A completion added and taken.
     *
     * @return how many were taken
     */
    @Benchmark
    public int completion() {
        slots.take();
        slots.complete(RequestType.SEND, NdStatus.SUCCESS, LENGTH, count++, false);
        return completions.poll(taken, taken.length);
    }

    /**
     * A frame's word read: all that its receiver wants to know.
     *
     * @return a mixture of it
     */
    @Benchmark
    public long frameWord() {
        count++;
        long read = word + (count & 0xFF);
        return FrameWord.type(read)
                + FrameWord.flags(read)
                + FrameWord.endpointId(read)
                + FrameWord.generation(read)
                + FrameWord.credit(read, 900)
                + FrameWord.acknowledgement(read, 1900);
    }

    /**
     * A window of the peer's entered, which includes its check, and left.
     *
     * @return true
     */
    @Benchmark
    public boolean windowCheck() {
        boolean entered = access.enter(target, USER, OpFlags.ALLOW_WRITE, 0, LENGTH);
        access.leave();
        return entered;
    }
}
