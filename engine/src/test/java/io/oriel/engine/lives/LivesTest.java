// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.lives;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lives on hosts in the heap: no promise is broken, whatever happens. */
@Timeout(value = 1, unit = TimeUnit.DAYS) // as many operations as wished; each wait has a bound of its own
final class LivesTest {
    private static final int OPERATIONS = 100_000;

    @Test
    void keepsItsPromisesOnACalmHost() {
        LivesCheck.with().run(OPERATIONS);
    }

    @Test
    void all() {
        LivesCheck.with(Trait.SEVERAL_ADAPTERS, Trait.DRAWN_HOSTS, Trait.SHORT_LINGER, Trait.REUSED_WORDS, Trait.STOPS, Trait.DEATHS, Trait.PREEMPTION, Trait.REFUSALS, Trait.CLOSED_QUEUES, Trait.SILENCE, Trait.REOPENING).run(OPERATIONS);
    }

    @Test
    void only() {
        Trait[] t = java.util.Arrays.stream(System.getProperty("t", "").split(",")).filter(x -> !x.isEmpty()).map(Trait::valueOf).toArray(Trait[]::new);
        String f = System.getProperty("f", "");
        LivesCheck c = LivesCheck.with(t);
        if (!f.isEmpty()) { c = c.failing(java.util.Arrays.stream(f.split(",")).map(io.oriel.engine.heap.failure.Failure::valueOf).toArray(io.oriel.engine.heap.failure.Failure[]::new)); }
        if (Integer.getInteger("s") != null) { c.survey(Integer.getInteger("s")).values().forEach(x -> System.out.println("FOUND " + x)); return; }
        c.run(OPERATIONS);
    }

    @Test
    void unseen() {
        LivesCheck.with(Trait.SHORT_LINGER, Trait.REUSED_WORDS_UNSEEN).run(OPERATIONS);
    }

    @org.junit.jupiter.params.ParameterizedTest
    @org.junit.jupiter.params.provider.EnumSource(io.oriel.engine.heap.failure.Failure.class)
    void failing(io.oriel.engine.heap.failure.Failure f) {
        LivesCheck.with(Trait.SHARED_MEMORY).failing(f).run(OPERATIONS);
    }

    @org.junit.jupiter.params.ParameterizedTest
    @org.junit.jupiter.params.provider.EnumSource(Trait.class)
    void keepsItsPromisesWith(Trait trait) {
        LivesCheck.with(trait).run(OPERATIONS);
    }
}
