// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.Request;
import io.oriel.collectives.choice.Plans;
import io.oriel.collectives.config.Tuning;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One rank of a random program. All draw the same steps from the seed, and so know what the others do; what a rank gets is compared
 * with what it would have worked out alone.
 */
final class Player {
    private static final int MOST_PENDING = 6;
    private static final int MOST_GROUPS = 5;
    private static final int NOBODY = -1;

    private final Communicator world;
    private final long seed;
    private final int victim;
    private final boolean leavesEarly;
    private final List<Circle> circles = new ArrayList<>();
    private final Deque<Pending> pending = new ArrayDeque<>();
    private boolean somePending;
    private long operations;
    private String last = "nothing";

    /** Some ranks with a communicator; which those of them have who are in it. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Circle(int[] ranks, @Nullable Communicator communicator) {
        boolean has(int worldRank) {
            return Arrays.stream(ranks).anyMatch(rank -> rank == worldRank);
        }
    }

    /** What was begun and is to be awaited; some of it may be left, where ranks leave as they like. */
    private record Pending(Circle circle, Call.Begun begun, String text, int canceller, boolean mayBeLeft) {
        boolean isLeft(CollectiveException e) {
            return mayBeLeft && (e.status() == CollectiveStatus.RANK_LEFT || e.status() == CollectiveStatus.CLOSED);
        }
    }

    /** A rank that nobody kills, or one of those who outlive a victim. */
    Player(Communicator world, long seed, int victim) {
        this.world = world;
        this.seed = seed;
        this.victim = victim;
        leavesEarly = victim == NOBODY && seed % 4 == 1;
        int[] all = new int[world.size()];
        Arrays.setAll(all, rank -> rank);
        circles.add(new Circle(all, world));
    }

    Player(Communicator world, long seed) {
        this(world, seed, NOBODY);
    }

    /** Plays steps; from one of them on the victim may be dead. */
    long play(int steps, int deathly, Runnable death) {
        for (int step = 0; step < steps; step++) {
            if (step == deathly && world.rank() == victim) {
                death.run();
            }
            try {
                play(new SplittableRandom(seed * 1_000_003 + step), step >= deathly && victim != NOBODY);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + ", step " + step + ", rank " + world.rank() + " of " + world.size()
                                + ", after " + last,
                        e);
            }
        }
        awaitAll();
        return operations;
    }

    private void play(SplittableRandom random, boolean isDeathly) {
        Circle circle = circles.get(random.nextInt(circles.size()));
        int kind = random.nextInt(100);
        boolean mayEnd = isDeathly && circle.has(victim);
        if (kind < 76) {
            call(random, circle, kind < 30);
        } else if (kind < 86) {
            exchange(random, circle);
        } else if (kind < 93) {
            if (circles.size() < MOST_GROUPS && !mayEnd) {
                divide(random, circle, kind < 90);
            }
        } else if (kind < 96) {
            if (circles.size() > 1 && (leavesEarly || !somePending)) {
                leaveOne(random);
            }
        } else {
            awaitAll();
        }
    }

    private void call(SplittableRandom random, Circle circle, boolean isPending) {
        Call call = new Call(random, circle.ranks.length);
        boolean isWaiting = random.nextBoolean() && !isPending;
        int canceller = isPending && random.nextInt(8) == 0 ? random.nextInt(circle.ranks.length) : NOBODY;
        somePending |= isPending;
        Communicator own = circle.communicator;
        if (own == null) {
            return;
        }
        operations++;
        last = call + " of " + Arrays.toString(circle.ranks);
        expectingDeath(circle, () -> {
            Pending begun =
                    new Pending(circle, call.begin(world, own, isWaiting), last, canceller, isPending && leavesEarly);
            if (isPending) {
                pending.add(begun);
                if (canceller == own.rank()) {
                    begun.begun.request().cancel();
                }
            } else {
                finish(begun);
            }
        });
        if (pending.size() > MOST_PENDING) {
            finish(pending.remove());
        }
    }

    private void awaitAll() {
        somePending = false;
        while (!pending.isEmpty()) {
            finish(pending.remove());
        }
    }

    private void finish(Pending each) {
        Communicator own = each.circle.communicator;
        try {
            if (own == null || each.canceller != own.rank()) {
                each.begun.request().await();
                each.begun.check().run();
            }
        } catch (CollectiveException e) {
            requireReason(each, e);
        } catch (AssertionError e) {
            throw new AssertionError(each.text, e);
        }
        each.begun.free().run(); // not if this rank was killed: others may still read what the dead have offered
    }

    private void requireReason(Pending each, CollectiveException e) {
        if (each.isLeft(e)) {
            return;
        }
        if (each.canceller == NOBODY || e.status() != CollectiveStatus.CANCELED) {
            requireDeath(each.circle, e);
        } else {
            assertThat(e.rank()).as(each.text).isEqualTo(each.canceller);
        }
    }

    private void expectingDeath(Circle circle, Runnable action) {
        try {
            action.run();
        } catch (CollectiveException e) {
            requireDeath(circle, e);
        }
    }

    private void requireDeath(Circle circle, CollectiveException e) {
        if (!circle.has(victim) || e.status() != CollectiveStatus.RANK_DIED) {
            throw e;
        }
        assertThat(circle.ranks[e.rank()]).as(e.getMessage()).isEqualTo(victim);
    }

    /** Each rank sends messages to some others; all are begun before any is awaited. */
    private void exchange(SplittableRandom random, Circle circle) {
        int size = circle.ranks.length;
        int messages = 1 + random.nextInt(4);
        Communicator own = circle.communicator;
        List<Request> requests = new ArrayList<>();
        List<Runnable> checks = new ArrayList<>();
        last = messages + " messages of " + Arrays.toString(circle.ranks);
        for (int message = 0; message < messages; message++) {
            int from = random.nextInt(size);
            int to = random.nextInt(size);
            int tag = random.nextInt(2);
            int length = random.nextInt(3) == 0 ? random.nextInt(8000) : random.nextInt(10);
            long first = random.nextInt();
            if (own == null) {
                continue;
            }
            expectingDeath(circle, () -> {
                if (own.rank() == from) {
                    operations++;
                    Data data = Data.of(ElementType.LONG, length).filled(index -> first + index);
                    requests.add(own.iSend(data.span(), to, tag));
                    checks.add(() -> {});
                }
                if (own.rank() == to) {
                    Data data = Data.of(ElementType.LONG, length);
                    requests.add(own.iReceive(data.span(), from, tag));
                    checks.add(() -> {
                        for (int index = 0; index < length; index++) {
                            assertThat(data.get(index)).isEqualTo(first + index);
                        }
                    });
                }
            });
        }
        for (int i = 0; i < requests.size(); i++) {
            int each = i;
            expectingDeath(circle, () -> {
                requests.get(each).await();
                checks.get(each).run();
            });
        }
    }

    private void divide(SplittableRandom random, Circle circle, boolean isSplit) {
        Communicator own = circle.communicator;
        if (!isSplit) {
            Collective[] collectives = Collective.values();
            Collective collective = collectives[random.nextInt(collectives.length)];
            List<Algorithm> algorithms = Plans.of(collective).stream().sorted().toList();
            Tuning tuning = Tuning.defaults()
                    .withRule(Tuning.Rule.always(collective, algorithms.get(random.nextInt(algorithms.size()))));
            circles.add(new Circle(circle.ranks, own == null ? null : own.duplicate(tuning)));
            return;
        }
        TreeMap<Integer, List<int[]>> groups = new TreeMap<>();
        int[] colors = new int[circle.ranks.length];
        int[] keys = new int[circle.ranks.length];
        for (int rank = 0; rank < circle.ranks.length; rank++) {
            colors[rank] = random.nextInt(2);
            keys[rank] = random.nextInt(3);
            groups.computeIfAbsent(colors[rank], color -> new ArrayList<>()).add(new int[] {keys[rank], rank});
        }
        Communicator made = own == null ? null : own.split(colors[own.rank()], keys[own.rank()]);
        groups.forEach((color, members) -> {
            int[] ranks = members.stream()
                    .sorted((a, b) -> a[0] == b[0] ? Integer.compare(a[1], b[1]) : Integer.compare(a[0], b[0]))
                    .mapToInt(member -> circle.ranks[member[1]])
                    .toArray();
            boolean isIn = own != null && colors[own.rank()] == color;
            circles.add(new Circle(ranks, isIn ? made : null));
        });
    }

    private void leaveOne(SplittableRandom random) {
        Circle circle = circles.remove(1 + random.nextInt(circles.size() - 1));
        if (circle.communicator != null) {
            circle.communicator.close();
            pending.stream().filter(each -> each.circle.equals(circle)).forEach(this::finish);
            pending.removeIf(each -> each.circle.equals(circle));
        }
    }
}
