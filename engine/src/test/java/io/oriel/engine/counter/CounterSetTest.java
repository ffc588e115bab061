// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class CounterSetTest {
    private static final Pattern ROW = Pattern.compile("^\\| (\\d+) \\| `oriel ([^`]+)` \\|", Pattern.MULTILINE);

    @Test
    void keepsEachCounterAtItsOwnOffset() {
        UnsafeBuffer values = new UnsafeBuffer(new byte[512]);
        CounterSet counters = new CounterSet(values, 0, 128, 256, 384);

        counters.set(AdapterCounter.REQUESTS_REFUSED, 5);
        counters.increment(AdapterCounter.LINKS_LOST);
        counters.increment(AdapterCounter.LINKS_LOST);

        assertThat(values.getLong(0)).isZero();
        assertThat(values.getLong(128)).isEqualTo(5);
        assertThat(values.getLong(256)).isZero();
        assertThat(counters.get(AdapterCounter.LINKS_LOST)).isEqualTo(2);
    }

    @Test
    void refusesACounterBeyondItsBuffer() {
        UnsafeBuffer values = new UnsafeBuffer(new byte[128]);

        assertThatThrownBy(() -> new CounterSet(values, 0, 124)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void numbersEachTypeOnce() {
        for (CounterType[] set : List.of(AdapterCounter.values(), LinkCounter.values())) {
            for (int index = 0; index < set.length; index++) {
                assertThat(set[index].index()).isEqualTo(index);
            }
        }
        assertThat(types())
                .extracting(CounterType::typeId)
                .doesNotHaveDuplicates()
                .allMatch(id -> id >= 1000);
        assertThat(types()).extracting(CounterType::label).doesNotHaveDuplicates();
    }

    @Test
    void isListedForOperators() throws IOException {
        String page = Files.readString(Path.of("../docs/counters.md"));

        List<String> rows = ROW.matcher(page)
                .results()
                .map(row -> row.group(1) + " " + row.group(2))
                .toList();

        assertThat(rows)
                .containsExactlyElementsOf(types().stream()
                        .map(type -> type.typeId() + " " + type.label())
                        .toList());
    }

    private static List<CounterType> types() {
        List<CounterType> types = new ArrayList<>(Arrays.asList(AdapterCounter.values()));
        types.addAll(Arrays.asList(LinkCounter.values()));
        return types;
    }
}
