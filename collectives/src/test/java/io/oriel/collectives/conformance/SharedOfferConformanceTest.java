// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.MemoryRegion;
import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Request;
import io.oriel.collectives.Span;
import io.oriel.collectives.ranks.Ranks;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Long elements that go from one rank to one other, which both copy a half of: the giver writes into the memory of the getter, as
 * long as the operation goes on and no longer.
 */
public abstract class SharedOfferConformanceTest extends ConformanceTest {
    private static final int[] LENGTHS = {8191, 8192, 8193, 20_001, 131_072};
    private static final int LONG = 50_000;
    private static final int ROUNDS = 40;
    private static final int FEW_ROUNDS = 6;
    private static final long OWN = -1_000_000_000;

    protected SharedOfferConformanceTest(Ranks ranks) {
        super(ranks);
    }

    private static MemoryRegion allocate(Communicator world, int length) {
        return world.allocateMemory((long) Long.BYTES * length);
    }

    private static Span span(MemoryRegion region, int length) {
        return Span.of(ElementType.LONG, region, 0, length);
    }

    private static void fill(MemoryRegion region, int length, long first) {
        for (int index = 0; index < length; index++) {
            region.buffer().putLong(Long.BYTES * index, first + index);
        }
    }

    private static void assertFilled(MemoryRegion region, int length, long first) {
        for (int index = 0; index < length; index++) {
            long seen = region.buffer().getLong(Long.BYTES * index);
            if (seen != first + index) {
                assertThat(seen).as("index %d", index).isEqualTo(first + index);
            }
        }
    }

    @Test
    void areWholeAndWrittenNoMoreAfterwards() {
        ranks().run(2, world -> {
            for (int length : LENGTHS) {
                MemoryRegion region = allocate(world, length);
                for (int round = 0; round < 6; round++) {
                    int root = round & 1;
                    fill(region, length, world.rank() == root ? round : OWN);
                    world.broadcast(span(region, length), root);
                    assertFilled(region, length, round);
                    fill(region, length, OWN + round);
                    world.barrier();
                    assertFilled(region, length, OWN + round);
                }
                world.freeMemory(region);
            }
        });
    }

    @Test
    void areGatheredAndScattered() {
        ranks().run(2, world -> {
            for (int length : LENGTHS) {
                MemoryRegion part = allocate(world, length);
                MemoryRegion all = allocate(world, 2 * length);
                for (int root = 0; root < 2; root++) {
                    fill(part, length, (long) world.rank() * length);
                    fill(all, 2 * length, OWN);
                    world.gather(span(part, length), span(all, 2 * length), root);
                    assertFilled(all, 2 * length, world.rank() == root ? 0 : OWN);
                    fill(part, length, OWN);
                    world.scatter(span(all, 2 * length), span(part, length), root);
                    assertFilled(part, length, (long) world.rank() * length);
                }
                world.barrier();
            }
        });
    }

    @Test
    void areWholeThoughTheGiverDoesSomethingElse() {
        ranks().run(2, world -> {
            MemoryRegion region = allocate(world, LONG);
            for (int round = 0; round < ROUNDS; round++) {
                fill(region, LONG, world.rank() == 0 ? round : OWN);
                Request request = world.iBroadcast(span(region, LONG), 0);
                if (world.rank() == 0) {
                    world.receive(Span.of(new int[1]), 1, 1); // and nothing is written that is not asked for
                    request.await();
                } else {
                    request.await();
                    assertFilled(region, LONG, round);
                    world.send(Span.of(new int[1]), 0, 1);
                }
            }
        });
    }

    @Test
    void areWrittenNoMoreOnceTheGetterHasCancelled() {
        ranks().run(2, world -> {
            MemoryRegion region = allocate(world, LONG);
            for (int round = 0; round < ROUNDS; round++) {
                fill(region, LONG, world.rank() == 0 ? round : OWN);
                if (world.rank() == 0) {
                    isDone(() -> world.broadcast(span(region, LONG), 0));
                } else {
                    getAndCancel(world, region, round);
                }
                world.barrier();
                if (world.rank() == 1) {
                    assertFilled(region, LONG, OWN);
                }
            }
        });
    }

    private static void getAndCancel(Communicator world, MemoryRegion region, int round) {
        Request request = world.iBroadcast(span(region, LONG), 0);
        boolean ended = false;
        for (int test = 0; test < round / 2 && !ended; test++) {
            ended = request.test();
        }
        if (ended || !request.cancel()) {
            assertFilled(region, LONG, round);
        }
        fill(region, LONG, OWN);
    }

    private static boolean isDone(Runnable operation) {
        try {
            operation.run();
            return true;
        } catch (CollectiveException e) {
            assertThat(e.status()).isIn(CollectiveStatus.CANCELED, CollectiveStatus.TOO_MUCH_UNEXPECTED);
            return false;
        }
    }

    @Test
    void areWrittenNoMoreOnceTheGetterHasClosedTheCommunicator() {
        ranks().run(2, world -> {
            MemoryRegion region = allocate(world, LONG);
            for (int round = 0; round < ROUNDS; round++) {
                fill(region, LONG, world.rank() == 0 ? round : OWN);
                Communicator copy = world.duplicate();
                if (world.rank() == 0) {
                    try {
                        copy.broadcast(span(region, LONG), 0);
                    } catch (CollectiveException e) {
                        assertThat(e.status()).isEqualTo(CollectiveStatus.RANK_LEFT);
                    }
                } else {
                    Request request = copy.iBroadcast(span(region, LONG), 0);
                    for (int test = 0; test < round / 2; test++) {
                        if (request.test()) {
                            break;
                        }
                    }
                    copy.close();
                    fill(region, LONG, OWN);
                }
                world.barrier();
                if (world.rank() == 1) {
                    assertFilled(region, LONG, OWN);
                }
                copy.close();
            }
        });
    }

    /** The getter has memory for little that it does not ask for, and the giver passes much of that on meanwhile. */
    @Test
    void endWithTheConnectionIntactWhereTheGetterHasNoMemoryForWhatComesBeside() {
        int limit = 65_536;
        ranks().run(3, config -> config.withUnexpectedLimit(limit), world -> {
            Communicator pair = world.split(world.rank() == 2 ? 1 : 0, 0);
            MemoryRegion region = allocate(world, LONG);
            long[] beside = new long[LONG];
            for (int round = 0; round < FEW_ROUNDS; round++) {
                int turns = 3 * round;
                Communicator copy = world.duplicate();
                fill(region, LONG, world.rank() == 0 ? round : OWN);
                Arrays.fill(beside, world.rank() == 2 ? round : OWN);
                if (world.rank() == 1) {
                    Runnable broadcast = () -> testAndAwait(pair.iBroadcast(span(region, LONG), 0), turns);
                    if (isDone(broadcast)) {
                        assertFilled(region, LONG, round);
                    }
                    fill(region, LONG, OWN);
                }
                Request passed = copy.iBroadcast(Span.of(beside), 2); // by rank 0 to rank 1
                if (world.rank() == 0) {
                    isDone(() -> pair.broadcast(span(region, LONG), 0));
                }
                if (isDone(passed::await)) {
                    assertThat(beside).containsOnly(round);
                }
                world.barrier();
                if (world.rank() == 1) {
                    assertFilled(region, LONG, OWN);
                }
                copy.close();
            }
        });
    }

    private static void testAndAwait(Request request, int tests) {
        for (int test = 0; test < tests; test++) {
            if (request.test()) {
                return;
            }
        }
        request.await();
    }

    @Test
    void areAskedForByManyAtATime() {
        int many = 20;
        ranks().run(2, world -> {
            MemoryRegion own = allocate(world, LONG);
            fill(own, LONG, world.rank() == 0 ? 5 : OWN);
            MemoryRegion[] others = new MemoryRegion[many];
            Request[] requests = new Request[many];
            Communicator copy = world.duplicate();
            for (int i = 0; i < many; i++) {
                others[i] = allocate(world, LONG);
                fill(others[i], LONG, world.rank() == 1 ? i : OWN);
                requests[i] = copy.iBroadcast(span(others[i], LONG), 1);
            }
            world.broadcast(span(own, LONG), 0);
            assertFilled(own, LONG, 5);
            for (int i = many - 1; i >= 0; i--) {
                requests[i].await();
                assertFilled(others[i], LONG, i);
            }
        });
    }
}
