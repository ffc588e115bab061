// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Request;
import io.oriel.collectives.Span;
import io.oriel.collectives.config.Tuning;
import io.oriel.collectives.ranks.Ranks;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Operations on memory that the communicator has allocated, which others may read where it lies. */
public abstract class ExposedMemoryConformanceTest extends ConformanceTest {
    /** So many longs are offered, not sent. */
    private static final int OFFERED = 4096;

    private static final int ROUNDS = 60;
    private static final CollectiveStatus CANCELED = CollectiveStatus.CANCELED;
    private static final CollectiveStatus LEFT = CollectiveStatus.RANK_LEFT;

    protected ExposedMemoryConformanceTest(Ranks ranks) {
        super(ranks);
    }

    /** Memory of longs with its span. */
    private record Memory(MemoryRegion region, Span span) {
        static Memory of(Communicator world, int length) {
            MemoryRegion region = world.allocateMemory(8L * length + 8);
            return new Memory(region, Span.of(ElementType.LONG, region, 8, length));
        }

        void fill(long first) {
            for (int index = 0; index < span.count(); index++) {
                region.buffer().putLong(8 + 8 * index, first + index);
            }
        }

        void assertEach(int from, int count, long first, long step) {
            for (int index = 0; index < count; index++) {
                assertThat(region.buffer().getLong(8 + 8 * (from + index)))
                        .as("index %d", from + index)
                        .isEqualTo(first + step * index);
            }
        }
    }

    private int length() {
        return ranks().many() / 2 + 3;
    }

    @Test
    void isReducedByEveryAlgorithm() {
        for (int size : ranks().sizes()) {
            runByEach(size, Collective.ALL_REDUCE, (world, algorithm) -> {
                Memory own = Memory.of(world, length());
                Memory all = Memory.of(world, length());
                long ranksSum = size * (size - 1L) / 2;
                for (int round = 0; round < 2; round++) {
                    own.fill(world.rank());
                    world.allReduce(own.span, all.span, Operator.SUM);
                    all.assertEach(0, length(), ranksSum, size);
                    own.assertEach(0, length(), world.rank(), 1);
                    world.allReduce(own.span, own.span, Operator.SUM);
                    own.assertEach(0, length(), ranksSum, size);
                }
            });
        }
    }

    @Test
    void isReducedForOneAndForParts() {
        for (Collective collective : new Collective[] {Collective.REDUCE, Collective.SCAN, Collective.EXCLUSIVE_SCAN}) {
            runByEach(3, collective, (world, algorithm) -> {
                Memory own = Memory.of(world, length());
                own.fill(world.rank());
                int rank = world.rank();
                switch (collective) {
                    case REDUCE -> world.reduce(own.span, own.span, Operator.SUM, 1);
                    case SCAN -> world.scan(own.span, own.span, Operator.SUM);
                    default -> world.exclusiveScan(own.span, own.span, Operator.SUM);
                }
                if (collective == Collective.SCAN) {
                    own.assertEach(0, length(), rank * (rank + 1) / 2, rank + 1);
                } else if (collective == Collective.EXCLUSIVE_SCAN && rank > 0) {
                    own.assertEach(0, length(), rank * (rank - 1) / 2, rank);
                } else if (collective == Collective.REDUCE && rank == 1) {
                    own.assertEach(0, length(), 3, 3);
                }
            });
        }
    }

    @Test
    void isBroadcastByEveryAlgorithmIntoMemoryOfAnyKind() {
        runByEach(Collective.BROADCAST, (world, algorithm) -> {
            Memory memory = Memory.of(world, length());
            long[] array = new long[length()];
            for (int root = 0; root < world.size(); root++) {
                boolean isArray = world.rank() != root && (world.rank() + root) % 2 == 1;
                memory.fill(world.rank() == root ? root * 7L : -1);
                world.broadcast(isArray ? Span.of(array) : memory.span, root);
                if (isArray) {
                    long[] expected = new long[length()];
                    int first = root * 7;
                    Arrays.setAll(expected, index -> first + index);
                    assertThat(array).isEqualTo(expected);
                } else {
                    memory.assertEach(0, length(), root * 7L, 1);
                }
            }
        });
    }

    @Test
    void isGatheredAndExchangedByEveryAlgorithm() {
        for (Collective collective : new Collective[] {Collective.ALL_GATHER, Collective.ALL_TO_ALL}) {
            runByEach(collective, (world, algorithm) -> {
                int size = world.size();
                Memory own = Memory.of(world, collective == Collective.ALL_GATHER ? length() : length() * size);
                Memory all = Memory.of(world, length() * size);
                own.fill(world.rank() * 1_000_000L);
                if (collective == Collective.ALL_GATHER) {
                    world.allGather(own.span, all.span);
                } else {
                    world.allToAll(own.span, all.span);
                }
                for (int from = 0; from < size; from++) {
                    long part = collective == Collective.ALL_GATHER ? 0 : (long) world.rank() * length();
                    all.assertEach(from * length(), length(), from * 1_000_000L + part, 1);
                }
            });
        }
    }

    @Test
    void isGivenBackAndAllocatedAgain() {
        ranks().run(2, world -> {
            for (int round = 0; round < 20; round++) {
                Memory memory = Memory.of(world, length());
                memory.fill(world.rank() == 0 ? round : -1);
                world.broadcast(memory.span, 0);
                memory.assertEach(0, length(), round, 1);
                world.freeMemory(memory.region);
            }
        });
    }

    @Test
    void isNotTakenForAShortMessage() {
        int shortLength = 3; // as long as an offer of more
        ranks().run(2, world -> {
            int length = world.rank() == 0 ? shortLength : OFFERED;
            Memory own = Memory.of(world, length);
            assertThatThrownBy(() -> world.allGather(own.span, Span.of(new long[2 * length])))
                    .isInstanceOfSatisfying(
                            CollectiveException.class,
                            e -> assertThat(e.status()).isEqualTo(CollectiveStatus.MISMATCH));
            world.barrier();
        });
    }

    @Test
    void isBroadcastIntoMemoryThatIsRegisteredElsewhere() {
        int bytes = 8 * OFFERED;
        ranks().run(2, world -> {
            Memory own = Memory.of(world, OFFERED);
            own.fill(5);
            if (world.rank() == 0) {
                world.broadcast(own.span, 0);
                return;
            }
            try (Provider provider = NetworkDirect.open(OrielConfig.defaults().withMedium(Medium.UDP));
                    Adapter adapter = provider.openAdapter()) {
                UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(bytes));
                MemoryRegion region = adapter.registerMemory(memory, AccessFlags.ALLOW_LOCAL_WRITE);
                world.broadcast(Span.of(ElementType.LONG, region, 0, OFFERED), 0);
                for (int index = 0; index < OFFERED; index++) {
                    assertThat(memory.getLong(8 * index)).isEqualTo(5 + index);
                }
                region.deregister();
            }
        });
    }

    @Test
    void isNotTakenForWhatItWasOnceTheCommunicatorIsClosed() {
        ranks().run(2, world -> {
            Communicator copy = world.duplicate();
            Memory own = Memory.of(world, OFFERED);
            if (world.rank() == 0) {
                own.fill(5);
                copy.iBroadcast(own.span, 0);
                copy.close();
                own.fill(-1_000_000);
            } else if (isDone(() -> copy.broadcast(own.span, 0), CollectiveStatus.RANK_LEFT)) {
                own.assertEach(0, OFFERED, 5, 1);
            }
            world.barrier();
        });
    }

    private static boolean isDone(Runnable operation, CollectiveStatus otherwise) {
        try {
            operation.run();
            return true;
        } catch (CollectiveException e) {
            assertThat(e.status()).isEqualTo(otherwise);
            return false;
        }
    }

    @Test
    void isReadThoughARankHasLeftOfWhichNothingCouldBeRead() {
        int leaver = 1;
        Tuning.Rule rule = Tuning.Rule.always(Collective.BROADCAST, Algorithm.FLAT);
        ranks().run(3, config -> config.withTuning(config.tuning().withRule(rule)), world -> {
            Communicator others = world.split(world.rank() == leaver ? 1 : 0, 0);
            Memory own = Memory.of(world, OFFERED);
            own.fill(world.rank());
            long[] read = new long[OFFERED];
            world.broadcast(world.rank() == leaver ? own.span : Span.of(read), leaver);
            if (world.rank() == leaver) {
                world.iBroadcast(own.span, leaver);
                return;
            }
            if (world.rank() == 2) {
                assertThatThrownBy(() -> world.receive(Span.of(new int[1]), leaver, 1))
                        .isInstanceOf(CollectiveException.class);
                world.send(Span.of(new int[1]), 0, 1);
            } else {
                world.receive(Span.of(new int[1]), 2, 1);
                isDone(() -> world.broadcast(Span.of(read), leaver), CollectiveStatus.RANK_LEFT);
            }
            others.broadcast(world.rank() == 2 ? own.span : Span.of(read), 1);
            assertThat(read[OFFERED - 1]).isEqualTo(world.rank() == 2 ? OFFERED : OFFERED + 1);
        });
    }

    @Test
    void isNotTakenForWhatItWasThoughThereIsNoRoomToSaySo() {
        for (boolean closes : new boolean[] {false, true}) {
            ranks().run(3, world -> giveUpWithoutRoom(world, closes));
        }
    }

    /** Rank 1 is late; before it comes, rank 0 gives up what it has offered, behind more messages than there is room for. */
    private static void giveUpWithoutRoom(Communicator world, boolean closes) {
        int messages = 200;
        long[] part = new long[OFFERED];
        Span none = Span.of(new int[0]);
        Communicator copy = world.duplicate();
        Communicator others = world.split(world.rank() == 1 ? 1 : 0, 0);
        if (world.rank() == 1) {
            world.receive(none, 2, 1);
            if (isDone(() -> copy.scatter(Span.NONE, Span.of(part), 0), closes ? LEFT : CANCELED)) {
                assertThat(part[7]).isEqualTo(OFFERED + 7);
            }
            for (int i = 0; i < messages; i++) {
                world.receive(Span.of(new long[1000]), 0, 1);
            }
            return;
        }
        Memory own = Memory.of(world, 3 * OFFERED);
        own.fill(0);
        Request scatter = copy.iScatter(world.rank() == 0 ? own.span : Span.NONE, Span.of(part), 0);
        List<Request> more = new ArrayList<>();
        for (int i = 0; i < messages && world.rank() == 0; i++) {
            more.add(world.iSend(Span.of(new long[1000]), 1, 1));
        }
        for (int i = 0; i < 400; i++) {
            others.barrier();
        }
        if (world.rank() == 0) {
            if (closes) {
                copy.close();
            } else {
                scatter.cancel();
            }
            own.fill(-1_000_000);
            world.send(none, 2, 1);
        } else {
            world.receive(none, 0, 1);
            world.send(none, 1, 1);
        }
        more.forEach(Request::await);
    }

    @Test
    void isNotPassedOnForWhatItWas() {
        int length = 50_000;
        int steps = 30;
        Tuning.Rule rule = Tuning.Rule.always(Collective.BROADCAST, Algorithm.CHAIN);
        ranks().run(3, config -> config.withTuning(config.tuning().withRule(rule)), world -> {
            Memory own = Memory.of(world, length);
            long[] read = new long[length];
            for (int round = 0; round < ROUNDS; round++) {
                own.fill(5);
                world.barrier();
                Request cast = world.iBroadcast(world.rank() == 0 ? own.span : Span.of(read), 0);
                for (int step = 0; step < steps; step++) {
                    if (world.rank() == 0 && step == round % steps) {
                        cast.cancel();
                        own.fill(-1_000_000);
                    }
                    pause(world);
                }
                if (world.rank() > 0 && isDone(cast::await, CANCELED)) {
                    for (int index = 0; index < length; index++) {
                        assertThat(read[index]).isEqualTo(5 + index);
                    }
                }
            }
        });
    }

    /** Lets some time pass, in which all wait. */
    private static void pause(Communicator world) {
        if (world.rank() == 0) {
            world.receive(Span.of(new int[1]), 1, 1);
            return;
        }
        if (world.rank() == 1) {
            world.send(Span.of(new int[1]), 0, 1);
        }
        int other = 3 - world.rank();
        world.sendReceive(Span.of(new int[1]), other, 2, Span.of(new int[1]), other, 2);
    }

    @Test
    void isSentOnceNoMoreOfItCanBeShown() {
        int pieces = 1100;
        ranks().run(2, world -> {
            List<Memory> all = new ArrayList<>();
            for (int piece = 0; piece < pieces; piece++) {
                Memory own = Memory.of(world, OFFERED);
                all.add(own);
                own.fill(world.rank() == 0 ? piece : -1);
                world.broadcast(own.span, 0);
                assertThat(own.region.buffer().getLong(8 * OFFERED)).isEqualTo(piece + OFFERED - 1);
            }
            world.barrier();
            all.forEach(each -> world.freeMemory(each.region));
        });
    }
}
