// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompareJsonTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 1_000, 3_000_000})
    void endsACurveWithTheMaximumAtItsPlace(int count) {
        Histogram histogram = histogram(count);

        ArrayNode points = points(histogram);

        JsonNode last = points.get(points.size() - 1);
        assertThat(last.get("percentile").doubleValue()).isEqualTo(100);
        assertThat(last.get("nanos").longValue()).isEqualTo(histogram.getMaxValue());
        assertThat(points)
                .filteredOn(point -> point.get("percentile").doubleValue() == 100)
                .hasSize(1);
    }

    @Test
    void tellsOfNoPercentileBetweenTheRarestThatCountsAndTheMaximum() {
        assertThat(points(histogram(3_000_000)))
                .extracting(point -> point.get("percentile").doubleValue())
                .isSorted()
                .anyMatch(percentile -> percentile > 99.99 && percentile < 100)
                .noneMatch(percentile -> percentile > 99.999 && percentile < 100);
    }

    /** As many values, from 1 on. */
    private static Histogram histogram(int count) {
        Histogram histogram = new Histogram(5);
        for (int i = 1; i <= count; i++) {
            histogram.recordValue(i);
        }
        return histogram;
    }

    private static ArrayNode points(Histogram histogram) {
        ArrayNode points = JsonFile.array();
        CompareJson.points(points, histogram);
        return points;
    }
}
