// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.UdpConfig;
import io.oriel.api.config.UdpDriverMode;
import io.oriel.benchmarks.baseline.aeron.AeronLink;
import io.oriel.benchmarks.baseline.aeron.AeronReference;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.BenchmarkException;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;

/** Raw Aeron UDP in the place of Oriel on UDP. */
public final class UdpReference {
    private UdpReference() {}

    /**
     * Makes the initiator's side.
     *
     * @param config  what it stands beside
     * @param channel to the other side
     * @return the initiator, ready to run
     */
    public static Initiator initiator(ScenarioConfig config, ControlChannel channel) {
        return AeronReference.initiator(config, channel, () -> meet(config, channel));
    }

    /**
     * Makes the responder's side.
     *
     * @param config  what it stands beside
     * @param channel to the other side
     * @return the responder, ready to run
     */
    public static Responder responder(ScenarioConfig config, ControlChannel channel) {
        return AeronReference.responder(config, channel, () -> meet(config, channel));
    }

    private static AeronLink meet(ScenarioConfig config, ControlChannel channel) {
        UdpConfig oriel = OrielConfig.fromSystemProperties().udp();
        if (oriel.driverMode() != UdpDriverMode.INVOKER) {
            throw new BenchmarkException("the Aeron reference has drivers without threads, as Oriel has with"
                    + " oriel.udp.driverMode INVOKER, was " + oriel.driverMode()
                    + "; leave that property out, or --reference aeron");
        }
        int termLength = config.aeronTermLength();
        return UdpLink.meet(termLength == 0 ? oriel : oriel.withTermLength(termLength), channel);
    }
}
