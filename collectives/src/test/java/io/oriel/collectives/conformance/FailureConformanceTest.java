// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.Operator;
import io.oriel.collectives.Request;
import io.oriel.collectives.Span;
import io.oriel.collectives.config.MeetingConfig;
import io.oriel.collectives.config.Tuning;
import io.oriel.collectives.ranks.Operations;
import io.oriel.collectives.ranks.Ranks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Ranks that leave, that do not come, and that call what the others do not. */
public abstract class FailureConformanceTest extends ConformanceTest {
    private static final int LEAVER = 1;
    private static final int LATE = 0;

    protected FailureConformanceTest(Ranks ranks) {
        super(ranks);
    }

    private static void assertFailed(CollectiveException failure, CollectiveStatus status, int rank) {
        assertThat(failure).isNotNull();
        assertThat(failure.status()).as(failure.getMessage()).isEqualTo(status);
        assertThat(failure.rank()).as(failure.getMessage()).isEqualTo(rank);
    }

    @Test
    void namesTheRankThatHasLeftBeforeItHasTakenPart() {
        for (int length : new int[] {1, 5000}) {
            for (Collective collective : Operations.NEEDING_ALL) {
                ranks().run(3, world -> {
                    Operations.run(world, collective, length, 0);
                    if (world.rank() == LEAVER) {
                        return;
                    }
                    CollectiveException failure = catchThrowableOfType(
                            CollectiveException.class, () -> Operations.run(world, collective, length, 0));
                    assertFailed(failure, CollectiveStatus.RANK_LEFT, LEAVER);
                });
            }
        }
    }

    @Test
    void goesOnWithoutARankThatIsNeededNoMore() {
        ranks().run(3, world -> {
            try (Communicator others = world.split(world.rank() == LEAVER ? 1 : 0, 0)) {
                if (world.rank() == LEAVER) {
                    return;
                }
                for (int round = 0; round < 20; round++) {
                    assertThat(others.allReduce(1L, Operator.SUM)).isEqualTo(2);
                }
            }
        });
    }

    @Test
    void namesTheRankThatHasClosedACommunicatorEarly() {
        ranks().run(3, world -> {
            Communicator copy = world.duplicate();
            if (world.rank() == LEAVER) {
                copy.close();
            } else {
                CollectiveException failure = catchThrowableOfType(CollectiveException.class, copy::barrier);
                assertFailed(failure, CollectiveStatus.RANK_LEFT, LEAVER);
            }
            world.barrier(); // all are still there
        });
    }

    @Test
    void namesTheRankWhoseMessageWillNotCome() {
        ranks().run(2, world -> {
            if (world.rank() == LEAVER) {
                world.send(Span.of(new int[] {5}), 0, 1);
                return;
            }
            int[] data = new int[1];
            world.receive(Span.of(data), LEAVER, 1);
            assertThat(data[0]).isEqualTo(5); // it was sent before
            CollectiveException failure =
                    catchThrowableOfType(CollectiveException.class, () -> world.receive(Span.of(data), LEAVER, 1));
            assertFailed(failure, CollectiveStatus.RANK_LEFT, LEAVER);
        });
    }

    @Test
    void namesTheRankWhoseOperatorFailsAndGoesOn() {
        Tuning.Rule rule = Tuning.Rule.always(Collective.REDUCE, Algorithm.FLAT); // the root combines
        ranks().run(3, config -> config.withTuning(config.tuning().withRule(rule)), world -> {
            for (int length : new int[] {1, 3000}) {
                Operator failing = Operator.ofInts(
                        (left, right) -> {
                            if (world.rank() == LEAVER) {
                                throw new ArithmeticException("too large");
                            }
                            return left + right;
                        },
                        true);
                Span data = Span.of(new int[length]);
                CollectiveException failure = catchThrowableOfType(
                        CollectiveException.class, () -> world.reduce(data, data, failing, LEAVER));
                if (world.rank() == LEAVER) {
                    assertFailed(failure, CollectiveStatus.OPERATOR_FAILED, LEAVER);
                    assertThat(failure).hasRootCauseInstanceOf(ArithmeticException.class);
                }
                world.barrier();
                assertThat(world.allReduce(2L, Operator.SUM)).isEqualTo(6);
            }
        });
    }

    @Test
    void namesTheRankThatHasCancelledAndGoesOn() {
        ranks().run(3, world -> {
            int length = ranks().many();
            double[] data = new double[length];
            if (world.rank() == LEAVER) {
                Request request = world.iAllReduce(Span.of(data), Span.of(data), Operator.SUM);
                assertThat(request.cancel()).isTrue(); // nothing is complete without the one that comes late
                assertThat(request.cancel()).isFalse();
                world.send(Span.of(new int[1]), LATE, 0);
            } else {
                if (world.rank() == LATE) {
                    world.receive(Span.of(new int[1]), LEAVER, 0);
                }
                CollectiveException failure = catchThrowableOfType(
                        CollectiveException.class,
                        () -> world.iAllReduce(Span.of(data), Span.of(data), Operator.SUM)
                                .await());
                assertFailed(failure, CollectiveStatus.CANCELED, LEAVER);
            }
            for (int round = 0; round < 30; round++) {
                assertThat(world.allReduce(1L, Operator.SUM)).isEqualTo(3);
            }
            world.allReduce(Span.of(data), Span.of(data), Operator.SUM);
        });
    }

    @Test
    void namesWhoCallsSomethingElseAtEveryRankWhenItChecks() {
        Span two = Span.of(new int[2]);
        Span longs = Span.of(new long[2]);
        Span floats = Span.of(new float[2]);
        List<Misfit> misfits = List.of(
                new Misfit(world -> world.broadcast(two, 0), world -> world.broadcast(two, 1)),
                new Misfit(world -> world.broadcast(two, 0), Communicator::barrier),
                new Misfit(world -> world.broadcast(two, 0), world -> world.broadcast(longs, 0)),
                new Misfit(world -> world.broadcast(two, 0), world -> world.broadcast(Span.of(new int[3]), 0)),
                new Misfit(world -> world.allReduce(1L, Operator.SUM), world -> world.allReduce(1L, Operator.MAX)),
                new Misfit(
                        world -> world.gather(two, Span.of(new int[6]), 0),
                        world -> world.gather(Span.of(new int[1]), Span.NONE, 0)),
                new Misfit(
                        world -> world.allGatherv(two, Span.of(new int[6]), new int[] {2, 2, 2}, new int[] {0, 2, 4}),
                        world -> world.allGatherv(
                                Span.of(new int[1]), Span.of(new int[6]), new int[] {2, 1, 2}, new int[] {0, 2, 4})),
                new Misfit(world -> gatherOfOthers(world, two), world -> gatherOfOthers(world, floats)),
                new Misfit(world -> scatterToOthers(world, two), world -> scatterToOthers(world, floats)));
        ranks().run(3, config -> config.withChecking(true), world -> {
            for (Misfit misfit : misfits) {
                CollectiveException failure = catchThrowableOfType(
                        CollectiveException.class,
                        () -> (world.rank() == LEAVER ? misfit.other : misfit.usual).run(world));
                assertFailed(failure, CollectiveStatus.MISMATCH, LEAVER);
                assertThat(failure).hasMessageContaining("rank 1 ");
                assertThat(world.allReduce(1L, Operator.SUM)).isEqualTo(3);
            }
            for (Collective collective : Collective.values()) {
                Operations.run(world, collective, 7, 2);
            }
        });
    }

    /** Rank 0, to which the others are compared, gives nothing of any type. */
    private static void gatherOfOthers(Communicator world, Span own) {
        Span all = world.rank() == 0 ? Span.of(new int[4]) : Span.NONE;
        world.gatherv(world.rank() == 0 ? Span.NONE : own, all, new int[] {0, 2, 2}, new int[] {0, 0, 2}, 0);
    }

    private static void scatterToOthers(Communicator world, Span own) {
        Span all = world.rank() == 2 ? Span.of(new int[4]) : Span.NONE;
        world.scatterv(all, new int[] {0, 2, 2}, new int[] {0, 0, 2}, world.rank() == 0 ? Span.NONE : own, 2);
    }

    /** What the others call, and what one rank calls instead. */
    private record Misfit(Ranks.Body usual, Ranks.Body other) {}

    @Test
    void noticesOtherLengthsWithoutChecking() {
        ranks().run(2, world -> {
            Span data = Span.of(new int[world.rank() == LEAVER ? 3 : 2]);
            assertThatThrownBy(() -> world.allReduce(data, data, Operator.SUM))
                    .isInstanceOfSatisfying(
                            CollectiveException.class,
                            e -> assertThat(e.status()).isEqualTo(CollectiveStatus.MISMATCH));
            world.barrier();
        });
    }

    @Test
    void namesRanksThatHaveNotComeInTime() {
        AtomicInteger refused = new AtomicInteger();
        ThrowingCallable meeting = () -> ranks().run(
                        4,
                        config -> {
                            MeetingConfig own = config.meeting().withTimeout(Duration.ofMillis(1500));
                            if (own.rank() >= 2) {
                                throw new IllegalStateException("does not come");
                            }
                            return config.withMeeting(own);
                        },
                        world -> refused.incrementAndGet());

        assertThatThrownBy(meeting).satisfies(e -> {
            assertThat(e)
                    .hasMessageContaining("rank 0 has waited 1500 ms")
                    .hasMessageContaining("ranks 2, 3 have not come");
            assertThat(e.getSuppressed()[0]).hasMessageContaining("ranks 2, 3 have not come");
        });
        assertThat(refused.get()).isZero();
    }

    @Test
    void refusesRanksThatExpectSomethingElse() {
        ThrowingCallable meeting = () -> ranks().run(
                        2,
                        config -> {
                            MeetingConfig own = config.meeting().withTimeout(Duration.ofMillis(1500));
                            return config.withMeeting(own.withJob(own.rank() == 0 ? "one" : "other"));
                        },
                        world -> {});

        assertThatThrownBy(meeting)
                .satisfies(e -> assertThat(e.getSuppressed()[0])
                        .hasMessageContaining("has refused this rank")
                        .hasMessageContaining("job one")
                        .hasMessageContaining("job other"));
    }

    @Test
    void namesTheRankThatHasLeftThoughAnotherHasCancelledAnOperationBefore() {
        int canceller = 2;
        ranks().run(3, world -> {
            double[] data = new double[ranks().many()];
            Request request = world.iAllReduce(Span.of(data), Span.of(data), Operator.SUM);
            if (world.rank() == canceller) {
                request.cancel();
            } else {
                CollectiveException end = catchThrowableOfType(CollectiveException.class, request::await);
                assertThat(end == null || end.status() == CollectiveStatus.CANCELED)
                        .as("ended before, or cancelled")
                        .isTrue();
            }
            for (int round = 0; round < 3; round++) {
                world.barrier();
            }
            if (world.rank() == LEAVER) {
                return;
            }
            CollectiveException failure = catchThrowableOfType(CollectiveException.class, world::barrier);
            assertFailed(failure, CollectiveStatus.RANK_LEFT, LEAVER);
        });
    }

    @Test
    void refusesRanksOfOtherRunsHoweverLongTheirNamesAre() {
        ThrowingCallable meeting = () -> ranks().run(
                        2,
                        config -> {
                            MeetingConfig own = config.meeting().withTimeout(Duration.ofMillis(1500));
                            return config.withMeeting(own.withJob((own.rank() == 0 ? "one" : "other").repeat(100)));
                        },
                        world -> {});

        assertThatThrownBy(meeting).satisfies(e -> {
            assertThat(e).hasMessageContaining("rank 1 has not come");
            assertThat(e.getSuppressed()[0]).hasMessageContaining("has refused this rank");
        });
    }

    @Test
    void failsEverywhereWhereMoreHasComeThanIsKeptAndGoesOn() {
        int messages = 1000;
        Tuning.Rule rule = Tuning.Rule.always(Collective.ALL_REDUCE, Algorithm.TREE); // rank 0 combines
        ranks().run(
                        3,
                        config -> config.withUnexpectedLimit(65536)
                                .withTuning(config.tuning().withRule(rule)),
                        world -> {
                            for (int i = 0; i < messages && world.rank() == 1; i++) {
                                world.send(Span.of(new int[] {i}), 0, 1);
                            }
                            CollectiveException failure = catchThrowableOfType(
                                    CollectiveException.class, () -> world.allReduce(1L, Operator.SUM));
                            assertFailed(failure, CollectiveStatus.TOO_MUCH_UNEXPECTED, 0);
                            int[] received = new int[1];
                            for (int i = 0; i < messages && world.rank() == 0; i++) {
                                world.receive(Span.of(received), 1, 1);
                                assertThat(received[0]).isEqualTo(i);
                            }
                            for (int round = 0; round < 100; round++) {
                                assertThat(world.allReduce(1L, Operator.SUM)).isEqualTo(3);
                            }
                        });
    }

    @Test
    void namesTheRankWhoseOperatorThrowsWhatItDoesNotDeclare() {
        Operator failing = Operator.ofInts(
                (left, right) -> FailureConformanceTest.<RuntimeException>undeclared(new IOException("not there")),
                true);
        for (Algorithm algorithm : new Algorithm[] {Algorithm.FLAT, Algorithm.TREE}) { // without a plan, and with one
            Tuning.Rule rule = Tuning.Rule.always(Collective.ALL_REDUCE, algorithm);
            ranks().run(3, config -> config.withTuning(config.tuning().withRule(rule)), world -> {
                Span data = Span.of(new int[1]);
                CollectiveException failure =
                        catchThrowableOfType(CollectiveException.class, () -> world.allReduce(data, data, failing));
                assertFailed(failure, CollectiveStatus.OPERATOR_FAILED, algorithm == Algorithm.FLAT ? world.rank() : 0);
                assertThat(world.allReduce(2L, Operator.SUM)).isEqualTo(6);
            });
        }
    }

    @Test
    void refusesWhatAnOperatorAsksOfItsCommunicatorAndGoesOn() {
        List<Ranks.Body> calls = List.of(
                Communicator::barrier,
                Communicator::close,
                world -> world.iSend(Span.of(new int[1]), 0, 0),
                world -> world.allReduce(1L, Operator.SUM));
        for (Algorithm algorithm : new Algorithm[] {Algorithm.FLAT, Algorithm.TREE}) { // without a plan, and with one
            Tuning.Rule rule = Tuning.Rule.always(Collective.ALL_REDUCE, algorithm);
            ranks().run(3, config -> config.withTuning(config.tuning().withRule(rule)), world -> {
                for (Ranks.Body call : calls) {
                    Span data = Span.of(new int[1]);
                    CollectiveException failure = catchThrowableOfType(
                            CollectiveException.class, () -> world.allReduce(data, data, calling(world, call)));
                    assertFailed(
                            failure, CollectiveStatus.OPERATOR_FAILED, algorithm == Algorithm.FLAT ? world.rank() : 0);
                    if (failure.rank() == world.rank()) {
                        assertThat(failure).rootCause().hasMessageContaining("must not call a communicator");
                    }
                    assertThat(world.allReduce(2L, Operator.SUM)).isEqualTo(6);
                }
            });
        }
    }

    private static Operator calling(Communicator world, Ranks.Body call) {
        return Operator.ofInts(
                (left, right) -> {
                    try {
                        call.run(world);
                    } catch (Exception e) {
                        throw new AssertionError(e);
                    }
                    return left;
                },
                true);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as languages do that declare nothing
    private static <T extends Throwable> int undeclared(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
