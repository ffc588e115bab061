// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Reads that copy their bytes one by one, each at a moment of its own, while a table changes: no order of the copy, and none of
 * the stores, makes an answer that was not true at some moment of the Read.
 */
class TornReadTest {
    private static final int KEYS = 6;
    private static final int KEY_LENGTH = 8;
    private static final int VALUE_LENGTH = 16;
    private static final int ROUNDS = 20_000;
    private static final TableLayout LAYOUT = new TableLayout(4, KEY_LENGTH, VALUE_LENGTH, 3, 7);

    private final UnsafeBuffer table = new UnsafeBuffer(new byte[LAYOUT.length()]);
    private final UnsafeBuffer key = new UnsafeBuffer(new byte[KEY_LENGTH]);
    private final UnsafeBuffer value = new UnsafeBuffer(new byte[VALUE_LENGTH]);
    private Provider provider;
    private Adapter adapter;
    private Lookups lookups;

    @BeforeEach
    void open() {
        provider = NetworkDirect.open(OrielConfig.fromSystemProperties().withMedium(Medium.SHM));
        adapter = provider.openAdapter(InetAddress.getLoopbackAddress());
        lookups = new Lookups(adapter, LAYOUT, 1);
    }

    @AfterEach
    void close() {
        provider.close();
    }

    /** A state of the table, and since which time each key has had its value; 0 for a key that is not there. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Moment(byte[] bytes, long[] times) {}

    @Test
    void neverShowsWhatWasNotThere() {
        long seed = System.nanoTime();
        System.out.println("TornReadTest seed " + seed);
        Random random = new Random(seed);
        TableSlots slots = new TableSlots(table, LAYOUT);
        long[] times = new long[KEYS];
        int found = 0;
        int absent = 0;
        int torn = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            List<Moment> moments = change(slots, times, random, round);
            for (int number = 0; number < KEYS; number++) {
                long answer = read(number, moments, random);
                int asked = number;
                if (answer == Lookups.TORN) {
                    torn++;
                } else {
                    assertThat(moments)
                            .as("seed %d, round %d, key %d", seed, round, number)
                            .anyMatch(moment -> moment.times[asked] == answer);
                    found += answer > 0 ? 1 : 0;
                    absent += answer == 0 ? 1 : 0;
                }
            }
        }
        assertThat(found).isGreaterThan(ROUNDS / 10);
        assertThat(absent).isGreaterThan(ROUNDS / 10);
        assertThat(torn).isGreaterThan(ROUNDS / 10);
    }

    /** Makes up to three changes, and returns the states before, between and after them. */
    private List<Moment> change(TableSlots slots, long[] times, Random random, int round) {
        List<Moment> moments = new ArrayList<>(List.of(moment(times)));
        int changes = random.nextInt(4);
        for (int change = 0; change < changes; change++) {
            int number = random.nextInt(KEYS);
            long time = 4L * round + change;
            if (random.nextInt(3) > 0) {
                Patterns.write(value, 0, VALUE_LENGTH, number, time);
                if (slots.put(key(number), 0, value, 0)) {
                    times[number] = time;
                }
            } else if (slots.remove(key(number), 0)) {
                times[number] = 0;
            }
            moments.add(moment(times));
        }
        return moments;
    }

    private Moment moment(long[] times) {
        return new Moment(table.byteArray().clone(), times.clone());
    }

    /** Copies each byte, or each word, at a moment by lot; returns the time of the value, 0 for absent, or TORN. */
    private long read(int number, List<Moment> moments, Random random) {
        int place = lookups.begin(0, key(number), 0);
        int source = (int) lookups.source(place);
        int step = random.nextBoolean() ? 1 : Long.BYTES;
        for (int at = 0; at < LAYOUT.reachLength(); at += step) {
            Moment moment = moments.get(random.nextInt(moments.size()));
            lookups.buffer().putBytes(place * LAYOUT.reachLength() + at, moment.bytes, source + at, step);
        }
        int slot = lookups.find(place);
        lookups.answered();
        lookups.free(place);
        if (slot == Lookups.TORN) {
            return Lookups.TORN;
        }
        return slot == Lookups.NONE
                ? 0
                : Patterns.time(lookups.buffer(), slot + LAYOUT.valueOffset(), VALUE_LENGTH, number);
    }

    private UnsafeBuffer key(long number) {
        key.putLong(0, number);
        return key;
    }
}
