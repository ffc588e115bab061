// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.architecture;

import org.junit.jupiter.api.Test;

/** What holds for every module, held by the contract; its own test has the rest. */
final class ApiRulesTest {
    private static final MainClasses API = MainClasses.of("io.oriel.api");

    @Test
    void namesTheOneThingThatAClassIs() {
        TypeRules.requireTellingNames(API);
    }

    @Test
    void marksEveryPackageForNullness() {
        PackageRules.requireNullMarks(API);
    }

    @Test
    void looksWhetherItHasCompletedAFuture() {
        CompletionRules.requireResultsUsed(API);
    }

    @Test
    void asksNoClockThatSomebodySets() {
        TypeRules.requireNoClockThatSomebodySets(API);
    }
}
