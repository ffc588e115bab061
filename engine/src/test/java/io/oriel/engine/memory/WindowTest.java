// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.oriel.api.AccessFlags;
import io.oriel.api.OpFlags;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowTest {
    private static final long CONTEXT = 77;

    private final Revocation taken = new Revocation();
    private final WindowHolder endpoint = new WindowHolder();
    private final WindowTable table = new WindowTable();
    private final Window window = table.create(CONTEXT);
    private final Region region =
            new RegionTable(0).add(new UnsafeBuffer(new byte[1000]), AccessFlags.ALLOW_LOCAL_WRITE);

    @Test
    void beginsInvalidated() {
        assertThat(window.isBound()).isFalse();
        assertThat(window.context()).isEqualTo(CONTEXT);
        assertThat(window.invalidate(endpoint, taken)).isFalse();
        assertThatIllegalStateException().isThrownBy(window::region);
    }

    @Test
    void isBoundToOneEndpointUntilThatInvalidatesIt() {
        long generation = bind(OpFlags.ALLOW_READ);

        assertThat(window.isBound()).isTrue();
        assertThat(window.region()).isSameAs(region);
        assertThat(window.start()).isEqualTo(100);
        assertThat(window.invalidate(new WindowHolder(), taken))
                .as("somebody else")
                .isFalse();
        assertThat(window.isBound()).isTrue();
        assertThat(window.invalidate(endpoint, taken)).isTrue();
        assertThat(window.isBound()).isFalse();
        assertThat(window.invalidate(endpoint, taken)).as("the second time").isFalse();
        assertThat(window.isBinding(endpoint, generation, window.tokenOf(generation)))
                .isFalse();
    }

    @Test
    void refusesASecondBindAndKeepsTheFirst() {
        long first = bind(OpFlags.ALLOW_READ);
        long second = window.assignGeneration();

        assertThat(window.bind(endpoint, region, 0, 1000, OpFlags.ALLOW_WRITE, second, null))
                .isFalse();

        assertThat(window.isBinding(endpoint, first, window.tokenOf(first))).isTrue();
        assertThat(window.isBinding(endpoint, second, window.tokenOf(second))).isFalse();
        assertThat(window.grants(OpFlags.ALLOW_WRITE, 0, 1)).isFalse();
    }

    @Test
    void cannotBeBoundOnceItIsClosed() {
        window.close();

        assertThat(window.isUsableIn(table)).isFalse();
        assertThat(window.bind(endpoint, region, 0, 1, OpFlags.ALLOW_READ, window.assignGeneration(), null))
                .isFalse();
    }

    @Test
    void takesItsGrantBackWhenItIsClosed() {
        long generation = bind(OpFlags.ALLOW_READ);

        window.close();
        window.close();

        assertThat(window.isBound()).isFalse();
        assertThat(table.resolve(window.id(), endpoint, generation, window.tokenOf(generation)))
                .isNull();
        region.deregister();
    }

    @Test
    void numbersItsBindingsUpwards() {
        long first = bind(OpFlags.ALLOW_READ);
        window.invalidate(endpoint, taken);
        long second = bind(OpFlags.ALLOW_READ);

        assertThat(second).isGreaterThan(first);
        assertThat(window.tokenOf(second)).isNotEqualTo(window.tokenOf(first));
        assertThat(window.isBinding(endpoint, first, window.tokenOf(first)))
                .as("a descriptor of the former binding")
                .isFalse();
        assertThat(window.isBinding(endpoint, second, window.tokenOf(first)))
                .as("the former token with the present generation")
                .isFalse();
    }

    @Test
    void awaitsEveryInvalidateThatHasNotRun() {
        window.invalidatePosted();
        window.invalidatePosted();
        assertThat(window.awaitsInvalidate()).isTrue();
        window.invalidateRan();
        assertThat(window.awaitsInvalidate()).isTrue();
        window.invalidateRan();
        assertThat(window.awaitsInvalidate()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"0, 200", "0, 0", "200, 0", "199, 1", "1, 199"})
    void grantsWhatLiesInside(long offset, long size) {
        bind(OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE);

        assertThat(window.grants(OpFlags.ALLOW_READ, offset, size)).isTrue();
        assertThat(window.grants(OpFlags.ALLOW_WRITE, offset, size)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 201",
        "1, 200",
        "200, 1",
        "201, 0",
        "-1, 1",
        "-1, 0",
        "0, -1",
        "-100, 50",
        "9223372036854775807, 0",
        "9223372036854775807, 1",
        "1, 9223372036854775807",
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "100, -9223372036854775808",
        "4294967296, 1"
    })
    void grantsNothingOutside(long offset, long size) {
        bind(OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE);

        assertThat(window.grants(OpFlags.ALLOW_READ, offset, size)).isFalse();
        assertThat(window.grants(OpFlags.ALLOW_WRITE, offset, size)).isFalse();
    }

    @Test
    void grantsOnlyTheRightsThatItWasBoundWith() {
        bind(OpFlags.ALLOW_READ);

        assertThat(window.grants(OpFlags.ALLOW_READ, 0, 1)).isTrue();
        assertThat(window.grants(OpFlags.ALLOW_WRITE, 0, 1)).isFalse();
    }

    @Test
    void grantsNothingWithoutRights() {
        bind(OpFlags.NONE);

        assertThat(window.grants(OpFlags.ALLOW_READ, 0, 0)).isFalse();
        assertThat(window.grants(OpFlags.ALLOW_WRITE, 0, 0)).isFalse();
    }

    private long bind(int rights) {
        long generation = window.assignGeneration();
        assertThat(window.bind(endpoint, region, 100, 200, rights, generation, null))
                .isTrue();
        return generation;
    }
}
