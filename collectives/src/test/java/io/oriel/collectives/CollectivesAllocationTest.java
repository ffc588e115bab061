// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.oriel.collectives.choice.Plans;
import io.oriel.collectives.config.Tuning;
import io.oriel.collectives.ranks.Ranks;
import io.oriel.collectives.ranks.ThreadRanks;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Operations allocate nothing once they have been called a few times. */
final class CollectivesAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 500;
    private static final int ATTEMPTS = 3;
    private static final int OPERATIONS = 200;

    @Test
    void allocateNothing() {
        Ranks ranks = ThreadRanks.onSharedMemory();
        ranks.run(2, world -> {
            Map<String, Long> allocated = new TreeMap<>();
            for (Collective collective : Collective.values()) {
                for (Algorithm algorithm : Plans.of(collective)) {
                    Tuning.Rule rule = Tuning.Rule.always(collective, algorithm);
                    try (Communicator own = world.duplicate(Tuning.defaults().withRule(rule))) {
                        calls(own, collective).forEach((name, call) -> {
                            long bytes = measure(own, call);
                            if (bytes > 0) {
                                allocated.put(name + " by " + algorithm, bytes);
                            }
                        });
                    }
                }
            }
            messages(world).forEach((name, call) -> {
                long bytes = measure(world, call);
                if (bytes > 0) {
                    allocated.put(name, bytes);
                }
            });
            assertThat(allocated).isEmpty();
        });
    }

    private static long measure(Communicator world, Consumer<Communicator> call) {
        long id = Thread.currentThread().getId();
        for (int i = 0; i < WARM_UP; i++) {
            call.accept(world);
        }
        long least = Long.MAX_VALUE; // the compiler may be at work in one of them
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long before = THREADS.getThreadAllocatedBytes(id);
            for (int i = 0; i < OPERATIONS; i++) {
                call.accept(world);
            }
            least = Math.min(least, THREADS.getThreadAllocatedBytes(id) - before);
        }
        return least;
    }

    private static Map<String, Consumer<Communicator>> calls(Communicator world, Collective collective) {
        int size = world.size();
        Map<String, Consumer<Communicator>> calls = new TreeMap<>();
        for (int length : new int[] {1, 3000}) {
            Span send = Span.of(new double[length]);
            Span receive = Span.of(new double[length]);
            Span all = Span.of(new double[length * size]);
            Span more = Span.of(new double[length * size]);
            int[] counts = {length, length};
            int[] places = {0, length};
            Span some = world.rank() == 1 ? send : Span.NONE;
            String name = collective + " of " + length;
            List<Consumer<Communicator>> of = new ArrayList<>();
            switch (collective) {
                case BARRIER -> of.add(Communicator::barrier);
                case BROADCAST -> of.add(c -> c.broadcast(send, 1));
                case REDUCE -> of.add(c -> c.reduce(send, receive, Operator.SUM, 1));
                case ALL_REDUCE -> {
                    of.add(c -> c.allReduce(send, receive, Operator.SUM));
                    of.add(c -> c.allReduce(1.0, Operator.SUM));
                    of.add(c -> c.iAllReduce(send, receive, Operator.SUM).await());
                }
                case SCAN -> of.add(c -> c.scan(send, receive, Operator.SUM));
                case EXCLUSIVE_SCAN -> of.add(c -> c.exclusiveScan(send, receive, Operator.SUM));
                case GATHER -> {
                    of.add(c -> c.gather(send, all, 0));
                    of.add(c -> c.gatherv(send, all, counts, places, 0));
                }
                case SCATTER -> {
                    of.add(c -> c.scatter(all, receive, 0));
                    of.add(c -> c.scatterv(all, counts, places, receive, 0));
                }
                case ALL_GATHER -> {
                    of.add(c -> c.allGather(send, all));
                    of.add(c -> c.allGatherv(send, all, counts, places));
                    of.add(c -> c.allGatherv(some, all, places, places));
                }
                case ALL_TO_ALL -> {
                    of.add(c -> c.allToAll(all, more));
                    of.add(c -> c.allToAllv(all, counts, places, more, counts, places));
                }
                case REDUCE_SCATTER -> {
                    of.add(c -> c.reduceScatter(all, receive, Operator.SUM));
                    of.add(c -> c.reduceScatterv(all, receive, counts, Operator.SUM));
                }
            }
            of.forEach(call -> calls.put(name + ", call " + of.indexOf(call), call));
        }
        return calls;
    }

    private static Map<String, Consumer<Communicator>> messages(Communicator world) {
        int other = 1 - world.rank();
        Map<String, Consumer<Communicator>> calls = new TreeMap<>();
        for (int length : new int[] {1, 3000, 20_000}) {
            Span send = Span.of(new double[length]);
            Span receive = Span.of(new double[length]);
            calls.put("sendReceive of " + length, c -> c.sendReceive(send, other, 1, receive, other, 1));
        }
        int shared = 10_000; // elements: each rank copies a half
        Span exposed = Span.of(ElementType.DOUBLE, world.allocateMemory((long) shared * Double.BYTES), 0, shared);
        calls.put("broadcast of allocated memory", c -> c.broadcast(exposed, 1));
        return calls;
    }
}
