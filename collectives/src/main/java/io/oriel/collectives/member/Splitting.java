// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.member;

import io.oriel.collectives.Communicator;
import io.oriel.collectives.Span;
import io.oriel.collectives.group.Group;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The making of communicators: all ranks tell color, key, and which ids they have used. */
final class Splitting {
    private static final int COLOR = 0;
    private static final int KEY = 1;
    private static final int NEXT_ID = 2;
    private static final int WORDS = 3;

    private Splitting() {}

    /** Makes the group of those that give the same color. */
    static Group split(Communicator parent, Group group, int color, int key) {
        int size = group.size();
        int[] own = {color, key, group.world().communicators().nextId()};
        int[] all = new int[WORDS * size];
        parent.allGather(Span.of(own), Span.of(all));
        int id = IntStream.range(0, size)
                .map(member -> all[WORDS * member + NEXT_ID])
                .max()
                .orElse(0);
        int[] members = color < 0
                ? new int[] {group.worldRank(group.rank())}
                : IntStream.range(0, size)
                        .boxed()
                        .filter(member -> all[WORDS * member + COLOR] == color)
                        .sorted(Comparator.comparingInt(member -> all[WORDS * member + KEY]))
                        .mapToInt(group::worldRank)
                        .toArray();
        return new Group(group.world(), id, Arrays.copyOf(members, members.length));
    }
}
