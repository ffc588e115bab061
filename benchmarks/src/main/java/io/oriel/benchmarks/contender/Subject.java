// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Something that can be measured: Oriel, a reference, or a rival. It is found in a {@link Subjects.Source}; nothing else has to know of it. */
public interface Subject {
    /**
     * Returns what it is called on the command line and in results.
     *
     * @return a short name in small letters
     */
    String name();

    /**
     * Tells whether it can do what another is to be compared by.
     *
     * @param config what is to be done
     * @return false if it has nothing of the kind
     */
    boolean canDo(ScenarioConfig config);

    /**
     * Says what this machine lacks to measure it.
     *
     * @return the command that installs it; null if nothing is missing
     */
    default @Nullable String missing() {
        return null;
    }

    /**
     * Tells whether it looks at what arrives.
     *
     * @return false for a program that checks no payload
     */
    default boolean verifies() {
        return true;
    }

    /**
     * Starts its two processes, ready to run.
     *
     * @param config what they do, which it {@link #canDo}
     * @return the contender
     */
    Contender open(ScenarioConfig config);

    /**
     * Names a constant as results do.
     *
     * @param constant of an enum
     * @return in small letters
     */
    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
