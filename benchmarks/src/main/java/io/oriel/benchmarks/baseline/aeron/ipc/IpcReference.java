// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron.ipc;

import io.oriel.benchmarks.baseline.aeron.AeronReference;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;

/** Raw Aeron IPC in the place of Oriel on shared memory. */
public final class IpcReference {
    private IpcReference() {}

    /**
     * Makes the initiator's side, and the driver of both.
     *
     * @param config  what it stands beside
     * @param channel to the other side
     * @return the initiator, ready to run
     */
    public static Initiator initiator(ScenarioConfig config, ControlChannel channel) {
        return AeronReference.initiator(config, channel, () -> IpcLink.create(config.aeronTermLength(), channel));
    }

    /**
     * Makes the responder's side.
     *
     * @param config  what it stands beside
     * @param channel to the other side
     * @return the responder, ready to run
     */
    public static Responder responder(ScenarioConfig config, ControlChannel channel) {
        return AeronReference.responder(config, channel, () -> IpcLink.join(channel));
    }
}
