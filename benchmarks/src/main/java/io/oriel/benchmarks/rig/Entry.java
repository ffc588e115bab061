// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.scenario.ScenarioConfig;

/**
 * A subject with what it does in a trial.
 *
 * @param label   what it is called in results
 * @param subject who runs
 * @param config  what it does
 */
public record Entry(String label, Subject subject, ScenarioConfig config) {
    /**
     * Enters a subject under its own name.
     *
     * @param subject who runs
     * @param config  what it does
     */
    public Entry(Subject subject, ScenarioConfig config) {
        this(subject.name(), subject, config);
    }
}
