// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.collectives.Collective;
import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Request;
import io.oriel.collectives.Span;
import io.oriel.collectives.ranks.Ranks;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ranks, splitting, operations that overlap, and what communicators say of themselves. */
public abstract class CommunicatorConformanceTest extends ConformanceTest {
    private static final int BROADCASTS = 40_000;

    protected CommunicatorConformanceTest(Ranks ranks) {
        super(ranks);
    }

    @Test
    void splitsByColorAndOrdersByKey() {
        ranks().run(7, world -> {
            int rank = world.rank();
            try (Communicator part = world.split(rank % 3, -rank)) {
                int[] members = IntStream.range(0, 7)
                        .filter(each -> each % 3 == rank % 3)
                        .map(each -> -each)
                        .sorted()
                        .map(each -> -each)
                        .toArray();
                assertThat(part.size()).isEqualTo(members.length);
                assertThat(members[part.rank()]).isEqualTo(rank);
                int[] all = new int[members.length];
                part.allGather(Span.of(new int[] {rank}), Span.of(all));
                assertThat(all).isEqualTo(members);
                try (Communicator half = part.split(part.rank() / 2, 0)) {
                    assertThat(half.allReduce(1L, Operator.SUM)).isEqualTo(half.size());
                }
            }
            try (Communicator alone = world.split(-1, 0)) {
                assertThat(alone.size()).isEqualTo(1);
                assertThat(alone.allReduce(3.5, Operator.SUM)).isEqualTo(3.5);
            }
        });
    }

    @Test
    void keepsMessagesOfDuplicatesApart() {
        ranks().run(2, world -> {
            try (Communicator other = world.duplicate()) {
                int[] first = new int[1];
                int[] second = new int[1];
                if (world.rank() == 0) {
                    world.send(Span.of(new int[] {1}), 1, 9);
                    other.send(Span.of(new int[] {2}), 1, 9);
                } else {
                    other.receive(Span.of(second), 0, 9);
                    world.receive(Span.of(first), 0, 9);
                    assertThat(first[0]).isEqualTo(1);
                    assertThat(second[0]).isEqualTo(2);
                }
            }
        });
    }

    @Test
    void splitsManyTimes() {
        ranks().run(3, world -> {
            for (int i = 0; i < 100; i++) {
                try (Communicator part = world.split(world.rank() == i % 3 ? 0 : 1, 0)) {
                    assertThat(part.allReduce(1L, Operator.SUM)).isEqualTo(part.size());
                }
            }
        });
    }

    /** So many that a count of 16 bits wraps: what has closed the communicator lies in the lane meanwhile. */
    @Test
    void broadcastsOnAndOnToARankWhoseMessagesNobodyAwaits() {
        ranks().run(2, world -> {
            int rounds = 2;
            int[] data = new int[1];
            for (int round = 0; round < rounds; round++) {
                try (Communicator other = world.duplicate()) {
                    assertThat(other.allReduce(1L, Operator.SUM)).isEqualTo(2);
                }
                for (int i = 0; i < BROADCASTS; i++) {
                    data[0] = world.rank() == 0 ? i : -1;
                    world.broadcast(Span.of(data), 0);
                    assertThat(data[0]).isEqualTo(i);
                }
            }
        });
    }

    @Test
    void carriesOutManyOperationsAtATime() {
        ranks().run(4, world -> {
            int operations = 20;
            int length = 3000;
            List<Request> requests = new ArrayList<>();
            List<double[]> sums = new ArrayList<>();
            List<int[]> copies = new ArrayList<>();
            for (int i = 0; i < operations; i++) {
                double[] own = new double[length];
                java.util.Arrays.fill(own, world.rank() + i);
                sums.add(new double[length]);
                requests.add(world.iAllReduce(Span.of(own), Span.of(sums.get(i)), Operator.SUM));
                copies.add(new int[] {world.rank() == i % 4 ? i : -1});
                requests.add(world.iBroadcast(Span.of(copies.get(i)), i % 4));
                requests.add(world.iBarrier());
            }
            for (int i = requests.size() - 1; i >= 0; i--) {
                requests.get(i).await();
            }
            for (int i = 0; i < operations; i++) {
                assertThat(sums.get(i)).containsOnly(6.0 + 4 * i);
                assertThat(copies.get(i)).containsExactly(i);
            }
        });
    }

    @Test
    void overlapsWithOperationsThatWait() {
        ranks().run(3, world -> {
            Request barrier = world.rank() == 0 ? null : world.iBarrier();
            double[] sum = new double[5000];
            if (barrier == null) {
                barrier = world.iBarrier();
            }
            double[] own = new double[5000];
            java.util.Arrays.fill(own, 1);
            world.allReduce(Span.of(own), Span.of(sum), Operator.SUM);
            assertThat(sum).containsOnly(3);
            while (!barrier.test()) {
                Thread.onSpinWait();
            }
        });
    }

    @Test
    void combinesByItselfWhileOthersAreUnderWay() {
        ranks().run(3, world -> {
            for (int round = 0; round < 50; round++) {
                double[] own = new double[3000];
                double[] sum = new double[own.length];
                java.util.Arrays.fill(own, world.rank() + round);
                Request pending = world.iAllReduce(Span.of(own), Span.of(sum), Operator.SUM);
                assertThat(world.allReduce(1.0 + world.rank(), Operator.SUM)).isEqualTo(6);
                assertThat(world.allReduce(1L << world.rank(), Operator.SUM)).isEqualTo(7);
                pending.await();
                assertThat(sum).containsOnly(3.0 + 3 * round);
            }
        });
    }

    @Test
    void saysWhichAlgorithmItTakesAndWhy() {
        ranks().run(2, world -> {
            assertThat(world.explain(Collective.ALL_REDUCE, 8))
                    .startsWith("ALL_REDUCE of 8 bytes, 2 ranks")
                    .contains(": FLAT, because");
        });
        runByEach(
                2,
                Collective.ALL_REDUCE,
                (world, algorithm) -> assertThat(world.explain(Collective.ALL_REDUCE, 8))
                        .endsWith(": " + algorithm + ", because a rule of the tuning says so"));
    }

    @Test
    void refusesWhatDoesNotFitTogetherAndGoesOn() {
        ranks().run(2, world -> {
            Span two = Span.of(new int[2]);
            Span three = Span.of(new int[3]);
            Span longs = Span.of(new long[2]);
            assertRefused(() -> world.broadcast(two, 2), "root must be in 0..1, was 2");
            assertRefused(() -> world.broadcast(two, -1), "root must be in 0..1, was -1");
            assertRefused(() -> world.allReduce(two, three, Operator.SUM), "receive must have 2 elements, had 3");
            assertRefused(
                    () -> world.allReduce(two, longs, Operator.SUM), "receive must be of INT as send is, was of LONG");
            assertRefused(() -> world.allGather(two, three), "receive must have 4 elements, had 3");
            assertRefused(() -> world.allToAll(three, three), "send must have a multiple of 2 elements, had 3");
            assertRefused(
                    () -> world.allGatherv(two, three, new int[] {2}, new int[] {0, 2}),
                    "counts must have 2 entries, had 1");
            assertRefused(
                    () -> world.allGatherv(two, three, new int[] {2, 2}, new int[] {0, 2}),
                    "displacements[1] and counts[1] must lie in 3 elements, were 2 and 2");
            assertRefused(() -> world.send(two, 5, 0), "destination must be in 0..1, was 5");
            assertRefused(() -> Span.of(new int[3], 2, 2), "from and count must lie in 0..3, were 2 and 2");
            assertThat(world.allReduce(1L, Operator.SUM)).isEqualTo(2);
        });
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void endsWithItsWorld() {
        ranks().run(2, world -> {
            Communicator part = world.duplicate();
            world.barrier();
            world.close();
            world.close();
            assertThatThrownBy(world::barrier).satisfies(e -> assertClosed(e));
            assertThatThrownBy(part::barrier).satisfies(e -> assertClosed(e));
            part.close();
        });
    }

    private static void assertClosed(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfSatisfying(
                        CollectiveException.class, e -> assertThat(e.status()).isEqualTo(CollectiveStatus.CLOSED));
    }

    @Test
    void refusesNothingInThePlaceOfSomething() {
        ranks().run(2, world -> {
            Span two = Span.of(new int[2]);
            int[] none = absent();
            assertRefused(() -> world.broadcast(absent(), 0), "data must be made by Span.of, was null");
            assertRefused(() -> world.allReduce(absent(), two, Operator.SUM), "send must be made by Span.of, was null");
            assertRefused(
                    () -> world.allReduce(two, absent(), Operator.SUM), "receive must be made by Span.of, was null");
            assertRefused(() -> world.allReduce(two, two, absent()), "operator must be made by Operator, was null");
            assertRefused(() -> world.scatter(two, absent(), 0), "receive must be made by Span.of, was null");
            assertRefused(() -> world.allGatherv(two, two, none, new int[2]), "counts must have 2 entries, was null");
            assertRefused(
                    () -> world.allGatherv(two, two, new int[2], none), "displacements must have 2 entries, was null");
            assertRefused(
                    () -> world.reduceScatterv(two, two, none, Operator.SUM), "counts must have 2 entries, was null");
            assertThat(world.allReduce(1L, Operator.SUM)).isEqualTo(2);
        });
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // a caller that does not know of it
    private static <T> T absent() {
        return null;
    }

    @Test
    void beginsWithoutWaitingForTheOthersThoughItCompares() {
        ranks().run(2, config -> config.withChecking(true), world -> {
            int[] data = {5};
            if (world.rank() == 0) {
                Request barrier = world.iBarrier();
                world.send(Span.of(data), 1, 1);
                barrier.await();
            } else {
                data[0] = 0;
                world.receive(Span.of(data), 0, 1);
                assertThat(data).containsExactly(5);
                world.barrier();
            }
        });
    }

    @Test
    void endsWhatIsUnderWayWhenItIsClosed() {
        ranks().run(2, world -> {
            Communicator part = world.duplicate();
            Communicator other = world.duplicate();
            if (world.rank() == 1) {
                world.barrier();
                assertThatThrownBy(() -> {
                            part.barrier(); // the other has taken part before it left, perhaps
                            part.barrier();
                        })
                        .isInstanceOf(CollectiveException.class);
                return;
            }
            List<Request> ofPart = begin(part);
            part.close();
            ofPart.forEach(request -> assertThatThrownBy(request::await).satisfies(e -> assertClosed(e)));
            world.barrier();
            List<Request> ofWorld = begin(world);
            ofWorld.addAll(begin(other));
            world.close();
            ofWorld.forEach(request -> {
                assertThatThrownBy(request::test).satisfies(e -> assertClosed(e));
                assertThat(request.cancel()).isFalse();
            });
        });
    }

    private static List<Request> begin(Communicator communicator) {
        List<Request> requests = new ArrayList<>();
        requests.add(communicator.iBarrier());
        requests.add(communicator.iAllReduce(Span.of(new int[5000]), Span.of(new int[5000]), Operator.SUM));
        requests.add(communicator.iReceive(Span.of(new int[1]), 1, 1));
        requests.add(communicator.iSend(Span.of(new int[50_000]), 1, 1));
        return requests;
    }

    @Test
    void carriesOutAnyNumberOfOperationsWhileOneIsUnderWay() {
        int operations = 200;
        ranks().run(2, world -> {
            int[] data = new int[1];
            if (world.rank() == 0) {
                Request barrier = world.iBarrier();
                for (int i = 0; i < operations; i++) {
                    data[0] = i;
                    world.broadcast(Span.of(data), 0);
                }
                world.send(Span.of(data), 1, 1);
                barrier.await();
            } else {
                world.receive(Span.of(data), 0, 1);
                Request barrier = world.iBarrier();
                for (int i = 0; i < operations; i++) {
                    world.broadcast(Span.of(data), 0);
                    assertThat(data).containsExactly(i);
                }
                barrier.await();
            }
            assertThat(world.allReduce(1L, Operator.SUM)).isEqualTo(2);
        });
    }
}
