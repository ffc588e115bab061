// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.testing.heap.failure.Failure;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Lives on hosts in the heap: no promise is broken, whatever happens. */
@Timeout(value = 1, unit = TimeUnit.DAYS) // as many operations as wished; each wait has a bound of its own
final class LivesTest {
    private static final int OPERATIONS = 6_000;

    static Stream<Trait> traits() {
        return Arrays.stream(Trait.values()).filter(each -> each != Trait.REUSED_WORDS_UNSEEN);
    }

    @Test
    void keepsItsPromisesOnAHostWithoutHabits() {
        LivesCheck.with().run(OPERATIONS);
    }

    @ParameterizedTest
    @MethodSource("traits")
    void keepsItsPromisesWith(Trait trait) {
        LivesCheck.with(trait).run(OPERATIONS);
    }

    @Test
    void keepsItsPromisesWithAllTraits() {
        LivesCheck.with(traits().toArray(Trait[]::new)).run(3 * OPERATIONS);
    }

    @ParameterizedTest
    @EnumSource(Failure.class)
    void keepsItsPromisesWhenThereIsALackOf(Failure failure) {
        LivesCheck.with(Trait.SHARED_MEMORY).failing(failure).run(OPERATIONS);
    }

    @Test
    void keepsItsPromisesWhenEverythingFailsNowAndThen() {
        LivesCheck.with(traits().toArray(Trait[]::new))
                .failing(Failure.values())
                .run(3 * OPERATIONS);
    }

    /** With the traits and failures of two properties, as long as wished. */
    @Test
    void keepsItsPromisesAsChosen() {
        LivesCheck.chosen().run(0);
    }
}
