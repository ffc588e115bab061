// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.collectives.Collective;
import io.oriel.collectives.Communicator;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.PendingCollectives;
import io.oriel.collectives.Request;
import io.oriel.collectives.Span;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToLongFunction;

/** One operation of one rank: what it gives, and what the model says that it gets. */
final class Call {
    private static final int[] LENGTHS = {0, 1, 1, 1, 2, 3, 10, 100, 1000, 6000};
    private static final int EXPOSED = 12;

    private final Collective collective;
    private final ElementType type;
    private final Combination combination;
    private final int length;
    private final int root;
    private final long seed;
    private final boolean isVarying;
    private final boolean isExposed;
    /** A bit for each rank whose memory is exposed. */
    private final int exposed;

    /** Draws an operation: the same at all ranks. */
    Call(SplittableRandom random, int size) {
        Collective[] collectives = Collective.values();
        collective = collectives[random.nextInt(collectives.length)];
        isExposed = random.nextInt(EXPOSED) == 0;
        exposed = random.nextBoolean() ? -1 : random.nextInt();
        ElementType[] types = ElementType.values();
        ElementType drawn = types[random.nextInt(types.length)];
        boolean isOfBytes = drawn == ElementType.BYTE && isCombining();
        type = isExposed || isOfBytes ? ElementType.LONG : drawn;
        var combinations = Combination.of(type);
        combination = combinations.get(random.nextInt(combinations.size()));
        int base = LENGTHS[random.nextInt(LENGTHS.length)];
        length = combination == Combination.MAX_LOCATION ? base + (base & 1) : base;
        root = random.nextInt(size);
        seed = random.nextLong();
        isVarying = random.nextBoolean();
    }

    private boolean isCombining() {
        return switch (collective) {
            case REDUCE, ALL_REDUCE, SCAN, EXCLUSIVE_SCAN, REDUCE_SCATTER -> true;
            default -> false;
        };
    }

    /** What a rank gives at an index. */
    private long value(int rank, int index) {
        long mixed = (seed ^ rank * 0x9E37_79B9_7F4A_7C15L ^ index * 0xC2B2_AE3D_27D4_EB4FL) * 0xD6E8_FEB8_6659_FD93L;
        long value = mixed >>> 32 ^ mixed;
        return type == ElementType.LONG ? value : type == ElementType.INT ? (int) value : (value & 0xFF) - 128;
    }

    /** How many elements a rank gives or gets where that may differ. */
    private int part(int rank) {
        int part = isVarying ? (int) ((length + seed + rank) & 0x7FFF_FFFF) % (length + 1) : length;
        return combination == Combination.MAX_LOCATION ? part & ~1 : part;
    }

    private int[] parts(int size) {
        int[] parts = new int[size];
        Arrays.setAll(parts, this::part);
        return parts;
    }

    private static int[] places(int[] counts) {
        return places(counts, 0);
    }

    /** Where parts go that have gaps between them. */
    private static int[] places(int[] counts, int gap) {
        int[] places = new int[counts.length];
        for (int i = 1; i < counts.length; i++) {
            places[i] = places[i - 1] + counts[i - 1] + gap;
        }
        return places;
    }

    /** How many elements a rank leaves alone between the parts that it gets: each as it likes. */
    private int gap(int rank) {
        return isVarying ? (int) (seed >>> 8 & 0xFF) * rank % 7 : 0;
    }

    /** An operation that was begun. */
    record Begun(Request request, Runnable check, Runnable free) {}

    private Data data(Communicator world, int rank, int count) {
        if (count == 0 && (exposed & 1) == 0 && !isCombining()) {
            return Data.none();
        }
        return isExposed && (exposed >> rank & 1) != 0 ? Data.exposed(world, count) : Data.of(type, count);
    }

    /** Begins it here; or carries it out by the form that waits. */
    Begun begin(Communicator world, Communicator communicator, boolean isWaiting) {
        int size = communicator.size();
        int rank = communicator.rank();
        boolean isRoot = rank == root;
        int all = Arrays.stream(parts(size)).sum();
        Data send = data(world, rank, giveCount(isRoot, size, rank, all)).filled(index -> value(rank, index));
        Data receive = data(world, rank, getCount(isRoot, rank, size, all));
        Request request;
        try {
            PendingCollectives form = isWaiting ? WaitingForms.of(communicator) : communicator;
            request = begin(form, send.span(), receive.span(), parts(size), gap(rank));
        } catch (RuntimeException e) {
            send.free(world);
            receive.free(world);
            throw e;
        }
        return new Begun(request, () -> check(size, rank, collective == Collective.BROADCAST ? send : receive), () -> {
            send.free(world);
            receive.free(world);
        });
    }

    private int giveCount(boolean isRoot, int size, int rank, int all) {
        return switch (collective) {
            case BARRIER -> 0;
            case GATHER, ALL_GATHER -> part(rank);
            case SCATTER -> isRoot ? all : 0;
            case ALL_TO_ALL -> part(rank) * size;
            case REDUCE_SCATTER -> all;
            default -> length;
        };
    }

    private int getCount(boolean isRoot, int rank, int size, int all) {
        int allWithGaps = all + (size - 1) * gap(rank);
        return switch (collective) {
            case BARRIER, BROADCAST -> 0;
            case REDUCE -> isRoot ? length : 0;
            case GATHER -> isRoot ? allWithGaps : 0;
            case ALL_GATHER, ALL_TO_ALL -> allWithGaps;
            case SCATTER, REDUCE_SCATTER -> part(rank);
            default -> length;
        };
    }

    private Request begin(PendingCollectives to, Span send, Span receive, int[] parts, int gap) {
        int[] taken = places(parts, gap);
        return switch (collective) {
            case BARRIER -> to.iBarrier();
            case BROADCAST -> to.iBroadcast(send, root);
            case REDUCE -> to.iReduce(send, receive, combination.operator(), root);
            case ALL_REDUCE -> to.iAllReduce(send, receive, combination.operator());
            case SCAN -> to.iScan(send, receive, combination.operator());
            case EXCLUSIVE_SCAN -> to.iExclusiveScan(send, receive, combination.operator());
            case GATHER -> isVarying ? to.iGatherv(send, receive, parts, taken, root) : to.iGather(send, receive, root);
            case SCATTER ->
                isVarying ? to.iScatterv(send, parts, places(parts), receive, root) : to.iScatter(send, receive, root);
            case ALL_GATHER -> isVarying ? to.iAllGatherv(send, receive, parts, taken) : to.iAllGather(send, receive);
            case ALL_TO_ALL -> {
                if (!isVarying) {
                    yield to.iAllToAll(send, receive);
                }
                int[] own = new int[parts.length];
                Arrays.fill(own, send.count() / parts.length);
                yield to.iAllToAllv(send, own, places(own), receive, parts, taken);
            }
            case REDUCE_SCATTER ->
                isVarying
                        ? to.iReduceScatterv(send, receive, parts, combination.operator())
                        : to.iReduceScatter(send, receive, combination.operator());
        };
    }

    private void check(int size, int rank, Data got) {
        int[] places = places(parts(size));
        switch (collective) {
            case BARRIER -> {}
            case BROADCAST -> compare(got, index -> value(root, index));
            case SCATTER -> compare(got, index -> value(root, places[rank] + index));
            case GATHER, ALL_GATHER, ALL_TO_ALL -> {
                int[] taken = places(parts(size), gap(rank));
                for (int from = 0; from < size && got.count() > 0; from++) {
                    for (int index = 0; index < part(from); index++) {
                        int given = collective == Collective.ALL_TO_ALL ? part(from) * rank + index : index;
                        compare(got, taken[from] + index, value(from, given));
                    }
                    for (int index = 0; from < size - 1 && index < gap(rank); index++) {
                        compare(got, taken[from] + part(from) + index, 0);
                    }
                }
            }
            case REDUCE -> {
                if (rank == root) {
                    compareAll(got, combined(size, 0, length));
                }
            }
            case ALL_REDUCE -> compareAll(got, combined(size, 0, length));
            case SCAN -> compareAll(got, combined(rank + 1, 0, length));
            case EXCLUSIVE_SCAN -> {
                if (rank > 0) {
                    compareAll(got, combined(rank, 0, length));
                }
            }
            case REDUCE_SCATTER -> compareAll(got, combined(size, places[rank], part(rank)));
        }
    }

    private long[] combined(int ranks, int from, int count) {
        long[] result = new long[count];
        Arrays.setAll(result, index -> value(0, from + index));
        long[] next = new long[count];
        for (int rank = 1; rank < ranks; rank++) {
            int of = rank;
            Arrays.setAll(next, index -> value(of, from + index));
            combination.combine(result, next, type);
        }
        return result;
    }

    private void compareAll(Data got, long[] expected) {
        compare(got, index -> expected[index]);
    }

    private void compare(Data got, IntToLongFunction expected) {
        for (int index = 0; index < got.count(); index++) {
            compare(got, index, expected.applyAsLong(index));
        }
    }

    private void compare(Data got, int index, long expected) {
        if (got.get(index) != expected) {
            assertThat(got.get(index)).as("%s at %d", this, index).isEqualTo(expected);
        }
    }

    @Override
    public String toString() {
        return collective + " " + combination + " of " + length + " " + type + ", root " + root
                + (isVarying ? ", varying" : "") + (isExposed ? ", exposed" : "");
    }
}
