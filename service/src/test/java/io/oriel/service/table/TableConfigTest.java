// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableConfigTest {
    @Test
    void hasEightSlotsForAKeyByDefault() {
        assertThat(TableConfig.of(1024, 8, 32)).isEqualTo(new TableConfig(1024, 8, 32, 8, 16));
        assertThat(TableConfig.of(1024, 8, 32).withProbe(2).withMaxReaders(1))
                .isEqualTo(new TableConfig(1024, 8, 32, 2, 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1, 8, 8, 1, 1              | capacity must be in 2..67108864, was 1",
                "3, 8, 8, 1, 1              | capacity must be a power of two, was 3",
                "2, 0, 8, 1, 1              | keyLength must be in 8..256, was 0",
                "2, 12, 8, 1, 1             | keyLength must be a multiple of 8, was 12",
                "2, 8, 70000, 1, 1          | valueLength must be in 8..65536, was 70000",
                "2, 8, 8, 0, 1              | probe must be in 1..64, was 0",
                "2, 8, 8, 1, 0              | maxReaders must be in 1..1024, was 0",
                "67108864, 8, 8, 1, 1       | the table must have at most 2147483647 bytes, was 2147483648"
            })
    void refusesWhatIsOutOfRange(String sizes, String message) {
        String[] words = sizes.trim().split(", *", -1);
        int[] numbers = Stream.of(words).mapToInt(Integer::parseInt).toArray();

        assertThatThrownBy(() -> new TableConfig(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0, 1, 1    | depth must be in 1..4096, was 0",
                "1, 0, 1    | maxAttempts must be in 1..1000000, was 0",
                "1, 1, 0    | timeoutNs must be above 0, was 0"
            })
    void refusesLookupsThatAreOutOfRange(String values, String message) {
        String[] words = values.trim().split(", *", -1);

        assertThatThrownBy(() -> new LookupConfig(
                        Integer.parseInt(words[0]), Integer.parseInt(words[1]), Long.parseLong(words[2])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
