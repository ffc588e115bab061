// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyNanosTest {
    @Test
    void takesTheMedianOfEachPercentileAndTheLargestMaximum() {
        LatencyNanos slow = new LatencyNanos(300, 400, 500, 600, 650, 7000, 310);
        LatencyNanos fast = new LatencyNanos(100, 500, 510, 520, 525, 530, 110);
        LatencyNanos middle = new LatencyNanos(200, 300, 505, 900, 950, 6000, 210);

        LatencyNanos median = LatencyNanos.median(List.of(slow, fast, middle));

        assertThat(median).isEqualTo(new LatencyNanos(200, 400, 505, 600, 650, 7000, 210));
    }

    @Test
    void takesTheMeanOfTheTwoInTheMiddleOfAnEvenNumber() {
        assertThat(Median.of(4, 1, 3, 2)).isEqualTo(2.5);
        assertThat(Median.of(9)).isEqualTo(9);
    }

    @Test
    void hasNoMedianOfNothing() {
        assertThatThrownBy(Median::of)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("values must have one element");
    }

    @Test
    void isSkewedWhereFewLongValuesMakeTheMean() {
        assertThat(new LatencyNanos(71, 80, 90, 100, 110, 9_000_000, 466).isSkewed())
                .isTrue();
        assertThat(new LatencyNanos(71, 80, 90, 100, 110, 9_000, 75).isSkewed()).isFalse();
    }
}
