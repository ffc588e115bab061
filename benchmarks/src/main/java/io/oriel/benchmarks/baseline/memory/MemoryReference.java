// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.memory;

import io.oriel.benchmarks.plan.Operation;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;

/** Bare memory in the place of Oriel: Send and Write are a copy and a flag, Read is a copy. */
public final class MemoryReference {
    private MemoryReference() {}

    /**
     * Makes the initiator's side.
     *
     * @param config  what it stands beside
     * @param channel to the other side
     * @return the initiator, ready to run
     */
    public static Initiator initiator(ScenarioConfig config, ControlChannel channel) {
        if (config.shape().operation() == Operation.READ) {
            return new MemoryReader(config, channel);
        }
        return config.shape().pattern() == Pattern.LATENCY
                ? new MemoryPing(config.shape().sizeBytes(), channel)
                : new MemoryStream(config, channel);
    }

    /**
     * Makes the responder's side.
     *
     * @param config  what it stands beside
     * @param channel to the other side
     * @return the responder, ready to run
     */
    public static Responder responder(ScenarioConfig config, ControlChannel channel) {
        if (config.shape().operation() == Operation.READ) {
            return new MemoryOwner(config, channel);
        }
        return config.shape().pattern() == Pattern.LATENCY
                ? new MemoryPong(config.shape().sizeBytes(), channel)
                : new MemorySink(config, channel);
    }
}
