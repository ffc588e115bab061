// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class TableSlotsTest {
    private static final int KEY_LENGTH = 16;
    private static final int VALUE_LENGTH = 24;

    private final UnsafeBuffer key = new UnsafeBuffer(new byte[KEY_LENGTH]);
    private final UnsafeBuffer value = new UnsafeBuffer(new byte[VALUE_LENGTH]);

    private TableSlots slots(int capacity, int probe) {
        TableLayout layout = new TableLayout(capacity, KEY_LENGTH, VALUE_LENGTH, probe, 42);
        return new TableSlots(new UnsafeBuffer(new byte[layout.length()]), layout);
    }

    private boolean put(TableSlots slots, long number, long time) {
        Patterns.write(value, 0, VALUE_LENGTH, number, time);
        return slots.put(key(number), 0, value, 0);
    }

    private UnsafeBuffer key(long number) {
        key.putLong(0, number);
        key.putLong(8, -number);
        return key;
    }

    @Test
    void keepsWhatAMapKeeps() {
        long seed = System.nanoTime();
        System.out.println("TableSlotsTest seed " + seed);
        Random random = new Random(seed);
        TableSlots slots = slots(64, 8);
        Map<Long, Long> model = new HashMap<>();
        int declined = 0;
        for (long time = 1; time <= 100_000; time++) {
            long number = random.nextInt(64); // 0 has a key of zeros, as an empty slot has
            switch (random.nextInt(3)) {
                case 0 -> {
                    if (put(slots, number, time)) {
                        model.put(number, time);
                    } else {
                        declined++;
                        assertThat(model).doesNotContainKey(number);
                    }
                }
                case 1 ->
                    assertThat(slots.remove(key(number), 0))
                            .as("seed %d", seed)
                            .isEqualTo(model.remove(number) != null);
                default -> {
                    boolean isThere = slots.get(key(number), 0, value, 0);
                    assertThat(isThere ? (Long) Patterns.time(value, 0, VALUE_LENGTH, number) : null)
                            .as("seed %d, key %d", seed, number)
                            .isEqualTo(model.get(number));
                }
            }
            assertThat(slots.size()).isEqualTo(model.size());
        }
        assertThat(declined).isLessThan(1_000);
    }

    @Test
    void declinesAKeyWhoseSlotsAreAllTakenAndChangesNothing() {
        TableSlots slots = slots(2, 1);
        int there = 0;
        for (long number = 1; number <= 20; number++) {
            there += put(slots, number, 1) ? 1 : 0;
        }

        assertThat(there).isEqualTo(2).isEqualTo(slots.size());
        assertThat(slots.version()).isEqualTo(2);
    }

    @Test
    void isLeftAsItWasByAValueThatIsTooShort() {
        TableSlots slots = slots(8, 4);
        assertThat(put(slots, 1, 5)).isTrue();

        assertThatThrownBy(() -> slots.put(key(1), 0, value, 8)).isInstanceOf(IndexOutOfBoundsException.class);

        assertThat(slots.version()).isEqualTo(1);
        assertThat(slots.get(key(1), 0, value, 0)).isTrue();
        assertThat(Patterns.time(value, 0, VALUE_LENGTH, 1)).isEqualTo(5);
    }

    @Test
    void countsItsChanges() {
        TableSlots slots = slots(8, 4);

        assertThat(put(slots, 1, 1)).isTrue();
        assertThat(put(slots, 1, 2)).isTrue();
        assertThat(slots.remove(key(1), 0)).isTrue();
        assertThat(slots.remove(key(1), 0)).isFalse();

        assertThat(slots.version()).isEqualTo(3);
        assertThat(slots.size()).isZero();
    }
}
