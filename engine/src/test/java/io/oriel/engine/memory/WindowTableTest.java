// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import static io.oriel.engine.testing.Statuses.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.engine.testing.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class WindowTableTest {
    private static final int LIMIT = 1 << 16;

    private final WindowHolder endpoint = new WindowHolder();
    private final WindowTable table = new WindowTable();
    private final Region region =
            new RegionTable(0).add(new UnsafeBuffer(new byte[1000]), AccessFlags.ALLOW_LOCAL_WRITE);

    @Test
    void givesEveryOpenWindowAnotherId() {
        Set<Integer> ids = new HashSet<>();

        for (int count = 0; count < 100; count++) {
            ids.add(table.create(count).id());
        }

        assertThat(ids).hasSize(100);
    }

    @Test
    void usesTheIdOfAClosedWindowAgain() {
        table.create(0);
        Window former = table.create(1);
        table.create(2);
        former.close();

        Window next = table.create(3);

        assertThat(next.id()).isEqualTo(former.id());
        assertThat(next.context()).isEqualTo(3);
    }

    @Test
    void closingAFormerWindowAgainLeavesItsSuccessorAlone() {
        Window former = table.create(0);
        former.close();
        Window next = table.create(0);
        long generation = bind(next);

        former.close();

        assertThat(next.isUsableIn(table)).isTrue();
        assertThat(table.resolve(next.id(), endpoint, generation, next.tokenOf(generation)))
                .isSameAs(next);
    }

    @Test
    void neverRepeatsAGenerationOfAnId() {
        Random random = SeededRandom.create(WindowTableTest.class);
        Map<Integer, Set<Long>> used = new HashMap<>();
        List<Window> open = new ArrayList<>();

        for (int step = 0; step < 5000; step++) {
            if (open.isEmpty() || random.nextInt(3) == 0) {
                open.add(table.create(step));
            }
            Window window = open.get(random.nextInt(open.size()));
            long generation = bind(window);
            assertThat(used.computeIfAbsent(window.id(), id -> new HashSet<>()).add(generation))
                    .as("generation %d of id %d is new", generation, window.id())
                    .isTrue();
            window.invalidate(endpoint, new Revocation());
            if (random.nextInt(3) == 0) {
                window.close();
                open.remove(window);
            }
        }

        assertThat(used.size()).as("ids were used again").isLessThan(1000);
    }

    @Test
    void countsAGenerationThatWasAssignedAndNeverBound() {
        Window former = table.create(0);
        long assigned = former.assignGeneration();
        former.close();

        Window next = table.create(0);

        assertThat(next.assignGeneration()).isGreaterThan(assigned);
    }

    @Test
    void isFullAtItsLimitAndHasRoomAgainAfterAClose() {
        Window some = table.create(0);
        for (int count = 1; count < LIMIT; count++) {
            table.create(0);
        }

        assertThat(assertFails(NdStatus.INSUFFICIENT_RESOURCES, () -> table.create(0)))
                .contains(Integer.toString(LIMIT));

        some.close();
        assertThat(table.create(0).id()).isEqualTo(some.id());
        assertFails(NdStatus.INSUFFICIENT_RESOURCES, () -> table.create(0));
    }

    @Test
    void endsTheBindingsOfOneEndpointOnly() {
        Window own = table.create(0);
        bind(own);
        Window others = table.create(0);
        WindowHolder other = new WindowHolder();
        assertThat(others.bind(other, region, 0, 10, OpFlags.ALLOW_READ, others.assignGeneration(), null))
                .isTrue();

        assertThat(endpoint.unbindAll()).isOne();

        assertThat(own.isBound()).isFalse();
        assertThat(own.isUsableIn(table)).isTrue();
        assertThat(others.isBound()).isTrue();
    }

    @Test
    void looksAtNoWindowButThoseOfTheEndpointThatEnds() {
        Random random = SeededRandom.create(WindowTableTest.class);
        WindowHolder[] holders = {new WindowHolder(), new WindowHolder(), new WindowHolder()};
        Window[] windows = new Window[50];
        int[] heldBy = new int[windows.length];
        Arrays.fill(heldBy, -1);
        Arrays.setAll(windows, table::create);

        for (int step = 0; step < 20_000; step++) {
            int at = random.nextInt(windows.length);
            if (random.nextInt(100) == 0) {
                int ending = random.nextInt(holders.length);
                long bound =
                        Arrays.stream(heldBy).filter(each -> each == ending).count();
                assertThat(holders[ending].unbindAll()).isEqualTo((int) bound);
                holders[ending] = new WindowHolder(); // the next endpoint
                Arrays.setAll(heldBy, index -> heldBy[index] == ending ? -1 : heldBy[index]);
            } else if (heldBy[at] < 0) {
                heldBy[at] = random.nextInt(holders.length);
                assertThat(windows[at].bind(
                                holders[heldBy[at]],
                                region,
                                0,
                                10,
                                OpFlags.ALLOW_READ,
                                windows[at].assignGeneration(),
                                null))
                        .isTrue();
            } else if (random.nextBoolean()) {
                assertThat(windows[at].invalidate(holders[heldBy[at]], new Revocation()))
                        .isTrue();
                heldBy[at] = -1;
            } else {
                windows[at].close();
                windows[at] = table.create(step);
                heldBy[at] = -1;
            }
            for (int index = 0; index < windows.length; index++) {
                assertThat(windows[index].isBound()).isEqualTo(heldBy[index] >= 0);
            }
        }
    }

    @Test
    void closingTheTableClosesEveryWindow() {
        Window bound = table.create(0);
        bind(bound);

        table.close();

        assertThat(bound.isBound()).isFalse();
        assertThat(bound.isUsableIn(table)).isFalse();
    }

    @Nested
    class Resolve {
        private final Window neighbour = table.create(0);
        private final Window window = table.create(0);
        private final long generation = bind(window);
        private final long token = window.tokenOf(generation);

        @Test
        void findsThePresentBinding() {
            assertThat(table.resolve(window.id(), endpoint, generation, token)).isSameAs(window);
        }

        @Test
        void refusesAnotherId() {
            bind(neighbour);

            assertThat(table.resolve(neighbour.id(), endpoint, generation, token))
                    .isNull();
            assertThat(table.resolve(window.id() + 1, endpoint, generation, token))
                    .isNull();
            assertThat(table.resolve(-1, endpoint, generation, token)).isNull();
            assertThat(table.resolve(Integer.MIN_VALUE, endpoint, generation, token))
                    .isNull();
            assertThat(table.resolve(Integer.MAX_VALUE, endpoint, generation, token))
                    .isNull();
        }

        @Test
        void refusesAnotherEndpoint() {
            assertThat(table.resolve(window.id(), new WindowHolder(), generation, token))
                    .isNull();
        }

        @Test
        void refusesAnotherGeneration() {
            assertThat(table.resolve(window.id(), endpoint, generation - 1, token))
                    .isNull();
            assertThat(table.resolve(window.id(), endpoint, generation + 1, token))
                    .isNull();
            assertThat(table.resolve(window.id(), endpoint, generation + (1L << 32), token))
                    .isNull();
        }

        @Test
        void refusesATokenThatDiffersInAnyBit() {
            for (int bit = 0; bit < Long.SIZE; bit++) {
                assertThat(table.resolve(window.id(), endpoint, generation, token ^ (1L << bit)))
                        .as("bit %d", bit)
                        .isNull();
            }
        }

        @Test
        void refusesABindingThatWasTakenBack() {
            window.invalidate(endpoint, new Revocation());

            assertThat(table.resolve(window.id(), endpoint, generation, token)).isNull();
        }

        @Test
        void refusesTheDescriptorOfAFormerWindowWithTheSameId() {
            window.close();
            Window next = table.create(0);
            bind(next);

            assertThat(next.id()).isEqualTo(window.id());
            assertThat(table.resolve(window.id(), endpoint, generation, token)).isNull();
        }
    }

    private long bind(Window window) {
        long generation = window.assignGeneration();
        assertThat(window.bind(endpoint, region, 0, 10, OpFlags.ALLOW_READ, generation, null))
                .isTrue();
        return generation;
    }
}
