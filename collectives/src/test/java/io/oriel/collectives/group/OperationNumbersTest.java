// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OperationNumbersTest {
    private static final int HALF = 1 << 31;

    @ParameterizedTest
    @ValueSource(longs = {0, (1L << 31) - 100, (1L << 32) - 100})
    void keepWhatIsUnderWayWhileOthersBegin(long start) {
        OperationNumbers numbers = new OperationNumbers(start);
        int old = numbers.begin();
        assertThat(old).isEqualTo((int) start);

        for (int count = 1; count < 300; count++) {
            int number = numbers.begin();
            assertThat(number).isEqualTo((int) start + count);
            assertThat(numbers.isToCome(old)).isTrue();
            assertThat(numbers.isToCome(number)).isTrue();
            assertThat(numbers.isToCome(number + 1)).isTrue();
            numbers.end(number);
            assertThat(numbers.isToCome(number)).isFalse();
        }
        numbers.end(old);

        assertThat(numbers.isToCome(old)).isFalse();
    }

    @Test
    void endWhatIsUnderWayForMoreThanHalfOfAllNumbers() {
        OperationNumbers numbers = new OperationNumbers(0);
        int old = numbers.begin();
        for (int count = 0; count < 100; count++) {
            numbers.end(numbers.begin());
        }
        numbers.next += HALF;
        int latest = numbers.begin();
        assertThat(numbers.isToCome(old)).isTrue();

        numbers.end(old);

        assertThat(numbers.isToCome(latest)).isTrue();
    }

    @Test
    void refuseToBeginAnotherUnderTheNumberOfOneThatIsUnderWay() {
        OperationNumbers numbers = new OperationNumbers(0);
        int old = numbers.begin();
        for (int count = 0; count < 100; count++) {
            numbers.end(numbers.begin());
        }
        numbers.next = old;

        assertThatThrownBy(numbers::begin)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("await it");
        numbers.end(old);
        assertThat(numbers.begin()).isEqualTo(old);
    }
}
