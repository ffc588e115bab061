// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.member;

import io.oriel.collectives.Communicator;
import io.oriel.collectives.Span;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.world.Communicators;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The creation of communicators: all ranks exchange color, key and their next free number. */
final class Splitting {
    private static final int COLOR = 0;
    private static final int KEY = 1;
    private static final int NUMBER = 2;
    private static final int WORDS = 3;

    private Splitting() {}

    /** Makes the group of those that give the same color. */
    static Group split(Communicator parent, Group group, int color, int key) {
        Communicators communicators = group.world().communicators();
        communicators.beginEntering();
        try {
            int size = group.size();
            long[] own = {color, key, communicators.free(0)};
            long[] all = new long[WORDS * size];
            parent.allGather(Span.of(own), Span.of(all));
            int[] members = color < 0
                    ? new int[] {group.worldRank(group.rank())}
                    : IntStream.range(0, size)
                            .boxed()
                            .filter(member -> all[WORDS * member + COLOR] == color)
                            .sorted(Comparator.comparingLong(member -> all[WORDS * member + KEY]))
                            .mapToInt(group::worldRank)
                            .toArray();
            long most = IntStream.range(0, size)
                    .mapToLong(member -> all[WORDS * member + NUMBER])
                    .max()
                    .orElse(0);
            return new Group(group.world(), freeAtAll(parent, communicators, most), members);
        } finally {
            communicators.endEntering();
        }
    }

    /** Returns a number that is free at all ranks; those behind the largest id reuse ids. */
    private static long freeAtAll(Communicator parent, Communicators communicators, long least) {
        long number = least;
        boolean isFree = number <= Key.MAX_COMMUNICATOR;
        while (!isFree) {
            long[] all = new long[parent.size()];
            parent.allGather(Span.of(new long[] {communicators.free(number)}), Span.of(all));
            long most = Arrays.stream(all).max().orElse(number);
            isFree = most == number;
            number = most;
        }
        return number;
    }
}
