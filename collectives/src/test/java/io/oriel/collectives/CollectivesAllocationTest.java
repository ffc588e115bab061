// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.oriel.collectives.choice.Plans;
import io.oriel.collectives.config.Tuning;
import io.oriel.collectives.ranks.Ranks;
import io.oriel.collectives.ranks.ThreadRanks;
import io.oriel.testing.junit.WholeBuild;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.function.ToLongBiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operations allocate nothing from the second call of each on a new communicator on. The same calls were made before on other
 * communicators of the world, so that the JVM has loaded and linked what they need.
 */
final class CollectivesAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int LIVES = 3;
    private static final int CALLS = 4;
    private static final int AHEAD = 64;

    private final Set<String> called = new ConcurrentSkipListSet<>();

    static Stream<Ranks> media() {
        return WholeBuild.RUNS
                ? Stream.of(ThreadRanks.onSharedMemory(), ThreadRanks.onUdp())
                : Stream.of(ThreadRanks.onSharedMemory());
    }

    @ParameterizedTest
    @MethodSource("media")
    void nothingIsAllocatedFromTheSecondCallOn(Ranks ranks) {
        ranks.run(2, world -> {
            sendBeforeAsked(world);
            live(world, (communicator, call) -> {
                call.accept(recording(communicator));
                return 0L;
            });
            Map<String, Long> least = new TreeMap<>(); // the JVM may load code of a rare path in one of them
            for (int life = 0; life < LIVES; life++) {
                live(world, CollectivesAllocationTest::measure)
                        .forEach((name, bytes) -> least.merge(name, bytes, Math::min));
            }
            least.values().removeIf(bytes -> bytes == 0);

            assertThat(least).isEmpty();
        });

        assertThat(called).containsAll(operations());
    }

    /** Has more messages set aside than later, when one rank may be some calls ahead of the other. */
    private static void sendBeforeAsked(Communicator world) {
        int other = 1 - world.rank();
        List<Request> sending = new ArrayList<>();
        for (int length : new int[] {1, 1000}) {
            Span span = Span.of(new double[length]);
            for (int message = 0; message < AHEAD; message++) {
                sending.add(world.iSend(span, other, length));
            }
        }
        world.barrier(); // finds all of them before its own
        for (int length : new int[] {1, 1000}) {
            Span span = Span.of(new double[length]);
            for (int message = 0; message < AHEAD; message++) {
                world.receive(span, other, length);
            }
        }
        sending.forEach(Request::await);
    }

    /** Calls everything on new communicators; returns how many bytes each call allocated. */
    private static Map<String, Long> live(
            Communicator world, ToLongBiFunction<Communicator, Consumer<Communicator>> caller) {
        Map<String, Long> allocated = new TreeMap<>();
        for (Collective collective : Collective.values()) {
            boolean isFirst = true;
            for (Algorithm algorithm : Plans.of(collective)) {
                Tuning.Rule rule = Tuning.Rule.always(collective, algorithm);
                try (Communicator own = world.duplicate(Tuning.defaults().withRule(rule))) {
                    calls(own, collective, isFirst)
                            .forEach((name, call) ->
                                    allocated.put(name + " by " + algorithm, caller.applyAsLong(own, call)));
                }
                isFirst = false;
            }
        }
        try (Communicator own = world.duplicate()) {
            messages(own).forEach((name, call) -> allocated.put(name, caller.applyAsLong(own, call)));
        }
        return allocated;
    }

    /** Returns what all calls but the first have allocated. */
    private static long measure(Communicator communicator, Consumer<Communicator> call) {
        call.accept(communicator);
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int repetition = 1; repetition < CALLS; repetition++) {
            call.accept(communicator);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** Returns a communicator that notes which of its methods are called. */
    private Communicator recording(Communicator world) {
        return (Communicator) Proxy.newProxyInstance(
                Communicator.class.getClassLoader(),
                new Class<?>[] {Communicator.class},
                (proxy, method, arguments) -> {
                    called.add(signature(method));
                    return method.invoke(world, arguments);
                });
    }

    /** Returns all operations that there are, so that none is forgotten here. */
    private static Set<String> operations() {
        return Stream.of(Collectives.class, PendingCollectives.class, PointToPoint.class)
                .flatMap(type -> Arrays.stream(type.getMethods()))
                .map(CollectivesAllocationTest::signature)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String signature(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"));
    }

    private static Map<String, Consumer<Communicator>> calls(
            Communicator world, Collective collective, boolean withPending) {
        Map<String, Consumer<Communicator>> calls = new TreeMap<>();
        for (int length : new int[] {1, 3000}) {
            Operands with = Operands.of(world, length);
            List<Consumer<Communicator>> of = new ArrayList<>(waiting(collective, with));
            if (withPending) { // only the wait differs, whatever the algorithm
                of.addAll(pending(collective, with));
            }
            of.forEach(call -> calls.put(collective + " of " + length + ", call " + of.indexOf(call), call));
        }
        return calls;
    }

    /** Memory for each operation of two ranks. */
    private record Operands(int length, Span send, Span receive, Span all, Span more, Span some) {
        static Operands of(Communicator world, int length) {
            Span send = Span.of(new double[length]);
            return new Operands(
                    length,
                    send,
                    Span.of(new double[length]),
                    Span.of(new double[length * world.size()]),
                    Span.of(new double[length * world.size()]),
                    world.rank() == 1 ? send : Span.NONE);
        }
    }

    private static List<Consumer<Communicator>> waiting(Collective collective, Operands with) {
        Span send = with.send;
        Span receive = with.receive;
        Span all = with.all;
        Span more = with.more;
        int[] counts = {with.length, with.length};
        int[] places = {0, with.length};
        return switch (collective) {
            case BARRIER -> List.of(Communicator::barrier);
            case BROADCAST -> List.of(c -> c.broadcast(send, 1));
            case REDUCE -> List.of(c -> c.reduce(send, receive, Operator.SUM, 1));
            case ALL_REDUCE ->
                List.of(
                        c -> c.allReduce(send, receive, Operator.SUM),
                        c -> c.allReduce(1.0, Operator.SUM),
                        c -> c.allReduce(1L, Operator.SUM));
            case SCAN -> List.of(c -> c.scan(send, receive, Operator.SUM));
            case EXCLUSIVE_SCAN -> List.of(c -> c.exclusiveScan(send, receive, Operator.SUM));
            case GATHER -> List.of(c -> c.gather(send, all, 0), c -> c.gatherv(send, all, counts, places, 0));
            case SCATTER -> List.of(c -> c.scatter(all, receive, 0), c -> c.scatterv(all, counts, places, receive, 0));
            case ALL_GATHER ->
                List.of(
                        c -> c.allGather(send, all),
                        c -> c.allGatherv(send, all, counts, places),
                        c -> c.allGatherv(with.some, all, places, places));
            case ALL_TO_ALL ->
                List.of(c -> c.allToAll(all, more), c -> c.allToAllv(all, counts, places, more, counts, places));
            case REDUCE_SCATTER ->
                List.of(
                        c -> c.reduceScatter(all, receive, Operator.SUM),
                        c -> c.reduceScatterv(all, receive, counts, Operator.SUM));
        };
    }

    private static List<Consumer<Communicator>> pending(Collective collective, Operands with) {
        Span send = with.send;
        Span receive = with.receive;
        Span all = with.all;
        Span more = with.more;
        int[] counts = {with.length, with.length};
        int[] places = {0, with.length};
        return switch (collective) {
            case BARRIER -> List.of(c -> awaitByTests(c.iBarrier()));
            case BROADCAST -> List.of(c -> c.iBroadcast(send, 1).await());
            case REDUCE ->
                List.of(c -> c.iReduce(send, receive, Operator.SUM, 1).await());
            case ALL_REDUCE ->
                List.of(c -> c.iAllReduce(send, receive, Operator.SUM).await());
            case SCAN -> List.of(c -> c.iScan(send, receive, Operator.SUM).await());
            case EXCLUSIVE_SCAN ->
                List.of(c -> c.iExclusiveScan(send, receive, Operator.SUM).await());
            case GATHER ->
                List.of(
                        c -> c.iGather(send, all, 0).await(),
                        c -> c.iGatherv(send, all, counts, places, 0).await());
            case SCATTER ->
                List.of(
                        c -> c.iScatter(all, receive, 0).await(),
                        c -> c.iScatterv(all, counts, places, receive, 0).await());
            case ALL_GATHER ->
                List.of(
                        c -> c.iAllGather(send, all).await(),
                        c -> c.iAllGatherv(send, all, counts, places).await());
            case ALL_TO_ALL ->
                List.of(
                        c -> c.iAllToAll(all, more).await(),
                        c -> c.iAllToAllv(all, counts, places, more, counts, places)
                                .await());
            case REDUCE_SCATTER ->
                List.of(
                        c -> c.iReduceScatter(all, receive, Operator.SUM).await(),
                        c -> c.iReduceScatterv(all, receive, counts, Operator.SUM)
                                .await());
        };
    }

    private static void awaitByTests(Request request) {
        while (!request.test()) {
            Thread.onSpinWait();
        }
    }

    private static Map<String, Consumer<Communicator>> messages(Communicator world) {
        int other = 1 - world.rank();
        Map<String, Consumer<Communicator>> calls = new TreeMap<>();
        for (int length : new int[] {1, 3000, 20_000}) {
            Span send = Span.of(new double[length]);
            Span receive = Span.of(new double[length]);
            calls.put("sendReceive of " + length, c -> c.sendReceive(send, other, 1, receive, other, 1));
            calls.put("iReceive and send of " + length, c -> {
                Request receiving = c.iReceive(receive, other, 1);
                c.send(send, other, 1);
                receiving.await();
            });
            calls.put("iSend and receive of " + length, c -> {
                Request sending = c.iSend(send, other, 1);
                c.receive(receive, other, 1);
                sending.await();
            });
        }
        int shared = 10_000; // elements: each rank copies a half
        Span exposed = Span.of(ElementType.DOUBLE, world.allocateMemory((long) shared * Double.BYTES), 0, shared);
        calls.put("broadcast of allocated memory", c -> c.broadcast(exposed, 1));
        return calls;
    }
}
