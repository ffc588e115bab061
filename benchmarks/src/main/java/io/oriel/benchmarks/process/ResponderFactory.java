// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.process;

import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;

/** Makes responders by the name of what is measured. */
@FunctionalInterface
public interface ResponderFactory {
    /**
     * Makes a responder while the other side makes its initiator.
     *
     * @param subject name of what is measured
     * @param config  what it does
     * @param channel to the other side, to agree on addresses
     * @return the responder, ready to run
     */
    Responder create(String subject, ScenarioConfig config, ControlChannel channel);
}
