// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oriel.api.MemoryRegion;
import io.oriel.collectives.conformance.SharedOfferConformanceTest;
import io.oriel.collectives.ranks.HeapRanks;
import io.oriel.testing.heap.host.HeapConditions;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Test;

/** Offers that both copy, on a simulated host that does everything in an order of its own, where memory is shared. */
final class HeapSharedOffersTest extends SharedOfferConformanceTest {
    private static final long SEED = Long.getLong("oriel.test.seed", System.nanoTime() & 0xFFFF_FFFFL);

    HeapSharedOffersTest() {
        super(new HeapRanks(HeapConditions.seeded(SEED).withSharedMemory(true)));
        System.out.println("HeapSharedOffersTest: repeat with -Doriel.test.seed=" + SEED);
    }

    @Test
    void areReadWhereTheGiverCannotMapTheMemoryOfTheGetter() {
        int length = 50_000;
        int toRead = 1; // the mapping by which it may read where it is to write
        HeapRanks ranks = new HeapRanks(HeapConditions.calm().withSharedMemory(true));
        ranks.run(2, world -> {
            for (int round = 0; round < 3; round++) {
                MemoryRegion region = world.allocateMemory((long) Long.BYTES * length);
                MutableDirectBuffer memory = region.buffer();
                for (int index = 0; index < length && world.rank() == 0; index++) {
                    memory.putLong(Long.BYTES * index, index + round);
                }
                if (world.rank() == 0 && round == 1) {
                    ranks.failMapping(0, toRead + 1);
                }
                world.broadcast(Span.of(ElementType.LONG, region, 0, length), 0);
                for (int index = 0; index < length; index++) {
                    assertThat(memory.getLong(Long.BYTES * index)).isEqualTo(index + round);
                }
            }
        });
        assertThat(ranks.failures(0)).isEqualTo(1);
    }

    @Test
    void canBeCancelledWhereTheGiverCannotMapTheMemoryOfTheGetter() {
        int length = 50_000;
        for (int turns = 0; turns < 30; turns++) {
            int tests = turns;
            HeapRanks ranks = new HeapRanks(HeapConditions.calm().withSharedMemory(true));
            ranks.run(2, world -> {
                MemoryRegion region = world.allocateMemory((long) Long.BYTES * length);
                Span span = Span.of(ElementType.LONG, region, 0, length);
                if (world.rank() == 0) {
                    ranks.failMapping(0, 2); // the first is for reading
                    world.send(Span.of(new int[1]), 1, 1); // and the offer follows
                    var unused = catchThrowableOfType(CollectiveException.class, () -> world.broadcast(span, 0));
                } else {
                    world.receive(Span.of(new int[1]), 0, 1);
                    Request request = world.iBroadcast(span, 0);
                    for (int test = 0; test < tests && !request.test(); test++) {
                        Thread.onSpinWait();
                    }
                    boolean unused = request.cancel();
                }
                world.barrier();
            });
        }
    }
}
