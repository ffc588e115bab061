// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.process.CounterStarts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is under way, compared with a simple model by random operations. */
class OutstandingTest {
    private static final int CAPACITY = 7;

    private record Sent(int index, long id, long deadlineNs) {}

    private final Outstanding outstanding = outstanding((1L << 48) - 5_000); // and over the end of the ids
    private final List<Sent> active = new ArrayList<>();
    private final List<Sent> expired = new ArrayList<>();
    private final Queue<Integer> oneWays = new ArrayDeque<>();
    private final Set<Long> idsSeen = new HashSet<>();
    private final List<Long> idsEnded = new ArrayList<>();
    private long nowNs = Long.MAX_VALUE - 20_000; // and over the end of numbers
    private int agreed;

    private static Outstanding outstanding(long start) {
        String given = CounterStarts.begin(start);
        try {
            return new Outstanding(CAPACITY);
        } finally {
            CounterStarts.end(given);
        }
    }

    @Test
    void agreesWithAModel() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        reset(random);
        for (int step = 0; step < 200_000; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> send(random);
                case 3, 4 -> answer(random);
                case 5 -> told(random);
                case 6 -> passTime(random);
                default -> {
                    if (random.nextInt(50) == 0) {
                        reset(random);
                    }
                }
            }
            assertThat(outstanding.activeCount()).isEqualTo(active.size());
            assertThat(outstanding.isEmpty()).isEqualTo(active.isEmpty() && oneWays.isEmpty());
            assertThat(outstanding.freeCount()).isEqualTo(agreed - active.size() - expired.size() - oneWays.size());
        }
        assertThat(idsSeen).hasSizeGreaterThan(10_000);
    }

    private void reset(Random random) {
        active.forEach(sent -> outstanding.end(sent.index()));
        active.clear();
        expired.clear();
        oneWays.clear();
        agreed = 1 + random.nextInt(CAPACITY);
        outstanding.reset(agreed);
    }

    private void send(Random random) {
        if (outstanding.freeCount() == 0) {
            return;
        }
        int index = outstanding.claim();
        long id = outstanding.id(index);
        assertThat(index).isBetween(0, agreed - 1);
        assertThat(idsSeen.add(id)).isTrue();
        switch (random.nextInt(3)) {
            case 0 -> outstanding.abort(index);
            case 1 -> {
                outstanding.tell(index);
                oneWays.add(index);
            }
            default -> {
                int timeoutNs = 1 + random.nextInt(50);
                outstanding.begin(index, id + 1, timeoutNs);
                outstanding.date(nowNs);
                active.add(new Sent(index, id, nowNs + timeoutNs));
            }
        }
    }

    private void answer(Random random) {
        List<Sent> from = random.nextBoolean() ? active : expired;
        if (!idsEnded.isEmpty()) {
            assertThat(outstanding.isAwaited(idsEnded.get(random.nextInt(idsEnded.size()))))
                    .isFalse();
        }
        if (!from.isEmpty()) {
            Sent sent = from.remove(random.nextInt(from.size()));
            assertThat(outstanding.isAwaited(sent.id())).isTrue();
            assertThat(outstanding.isActive(sent.index())).isEqualTo(from == active);
            assertThat(outstanding.context(sent.index())).isEqualTo(sent.id() + 1);
            outstanding.end(sent.index());
            idsEnded.add(sent.id());
        }
    }

    private void told(Random random) {
        assertThat(outstanding.told(oneWays.size() + 1)).isFalse();
        int count = random.nextInt(oneWays.size() + 1);
        assertThat(outstanding.told(count)).isTrue();
        for (int i = 0; i < count; i++) {
            var unused = oneWays.remove();
        }
    }

    private void passTime(Random random) {
        nowNs += random.nextInt(20);
        List<Integer> due = new ArrayList<>();
        if (outstanding.isDue(nowNs)) {
            outstanding.beginExpiring();
            for (int index = 0; index < CAPACITY; index++) {
                if (outstanding.expire(index, nowNs)) {
                    due.add(index);
                }
            }
        }
        List<Sent> late =
                active.stream().filter(sent -> nowNs - sent.deadlineNs() >= 0).toList();
        assertThat(due)
                .containsExactlyInAnyOrderElementsOf(
                        late.stream().map(Sent::index).toList());
        active.removeAll(late);
        expired.addAll(late);
    }
}
