// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.micro;

import io.oriel.api.AccessFlags;
import io.oriel.api.Completion;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.completion.CompletionOwner;
import io.oriel.engine.completion.EngineCompletionQueue;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.Guards;
import io.oriel.engine.direct.WindowSlot;
import io.oriel.engine.direct.WindowSlots;
import io.oriel.engine.domain.Domain;
import io.oriel.engine.memory.DirectTarget;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.protocol.FrameType;
import io.oriel.engine.protocol.FrameWord;
import io.oriel.engine.queue.InitiatorQueue;
import io.oriel.engine.queue.Request;
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

/** Parts of the engine by themselves: a request's way through its queue, a completion, a word, a window. */
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
    private static final long USER = WindowSlots.user(5, 3);

    private final SelectorLoop loop = SelectorLoop.start(Throwable::printStackTrace);
    private final Domain domain = new Domain(loop, false);
    private final EngineCompletionQueue completions = new EngineCompletionQueue(domain, loop, DEPTH);
    private final RegionTable regions = new RegionTable(0);
    private final Region region = regions.add(memory(LENGTH), AccessFlags.ALLOW_LOCAL_WRITE);
    private final ScatterGatherList list = ScatterGatherList.of(region, 0, LENGTH);
    private final Completion[] taken = {new Completion(), new Completion()};
    private final Owner owner = new Owner();
    private final InitiatorQueue queue = new InitiatorQueue(DEPTH, 4, 64, regions, completions, owner);

    private final DirectTarget target = new DirectTarget();
    private DirectAccess access;

    private long word = FrameWord.with(FrameWord.of(FrameType.SEND, FrameWord.FLAG_LAST, 77, 3), 1000, 2000);
    private long count = 1;

    /** Shows a window to the other end. */
    @Setup
    public void show() {
        owner.queue = queue;
        UnsafeBuffer one = memory(DirectLayout.LENGTH);
        UnsafeBuffer other = memory(DirectLayout.LENGTH);
        UnsafeBuffer shared = memory(LENGTH);
        WindowSlot slot = Objects.requireNonNull(new DirectLink(new Memory(one, other, shared), Guards.ALL)
                .windows()
                .reserve(USER));
        slot.show(TOKEN, REGION, 0, LENGTH, OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE);
        access = new DirectLink(new Memory(other, one, shared), Guards.ALL).access();
        target.slot = slot.slot();
        target.stamp = slot.stamp();
        target.token = TOKEN;
        target.regionId = REGION;
        target.rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
        target.memory = shared;
        if (!windowCheck()) {
            throw new IllegalStateException("the window must be granted");
        }
    }

    private static UnsafeBuffer memory(int length) {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, BitUtil.CACHE_LINE_LENGTH));
    }

    private static final class Owner implements CompletionOwner {
        @Nullable
        InitiatorQueue queue;

        @Override
        public long context() {
            return 0;
        }

        @Override
        public void initiatorReaped() {
            if (queue != null) {
                queue.reaped();
            }
        }

        @Override
        public void receiveReaped() {}

        @Override
        public void closeHeld() {}
    }

    private record Memory(UnsafeBuffer own, UnsafeBuffer peer, UnsafeBuffer region) implements LinkMemory {
        @Override
        public @Nullable UnsafeBuffer mapRegion(long regionId, boolean isWritable) {
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
     * A request posted, run, and acknowledged without a completion.
     *
     * @return whether it succeeded
     */
    @Benchmark
    public boolean silentRequest() {
        run(OpFlags.SILENT_SUCCESS);
        return queue.acknowledged();
    }

    /**
     * A request posted, run, acknowledged, and its completion taken.
     *
     * @return how many completions were taken
     */
    @Benchmark
    public int request() {
        run(OpFlags.NONE);
        queue.acknowledged();
        return completions.poll(taken, taken.length);
    }

    private void run(int flags) {
        Request request = queue.claim(RequestType.SEND, count, flags);
        queue.capture(request, list, false);
        queue.enter();
        request.firstSequence = count;
        request.lastSequence = count;
        count++;
        queue.ran();
    }

    /**
     * A completion added and taken.
     *
     * @return how many were taken
     */
    @Benchmark
    public int completion() {
        completions.addRemoteInvalidation(0, owner);
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
