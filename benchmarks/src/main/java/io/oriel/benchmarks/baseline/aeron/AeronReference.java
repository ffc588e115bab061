// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline.aeron;

import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.BenchmarkException;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import java.util.function.Supplier;

/** Raw Aeron in the place of Oriel, on any of its media. */
public final class AeronReference {
    /** Answers of one word that surely fit a term while the initiator is still sending. */
    private static final int MAX_OUTSTANDING = 1024;

    private AeronReference() {}

    /**
     * Makes the initiator's side.
     *
     * @param config  what it stands beside
     * @param channel to the other side
     * @param meeting makes the link, while the other side makes its own
     * @return the initiator, ready to run
     */
    public static Initiator initiator(ScenarioConfig config, ControlChannel channel, Supplier<AeronLink> meeting) {
        if (config.load().totalOutstanding() > MAX_OUTSTANDING) {
            throw new BenchmarkException("the Aeron reference can have " + MAX_OUTSTANDING
                    + " messages outstanding, was " + config.load().totalOutstanding()
                    + " on all endpoints together; choose a smaller --outstanding or --endpoints");
        }
        AeronSizes sizes = AeronSizes.of(config.shape());
        return config.shape().pattern() == Pattern.LATENCY
                ? new AeronPing(meeting.get(), sizes, channel)
                : new AeronStream(meeting.get(), sizes, config.load(), channel);
    }

    /**
     * Makes the responder's side.
     *
     * @param config  what it stands beside
     * @param channel to the other side
     * @param meeting makes the link, while the other side makes its own
     * @return the responder, ready to run
     */
    public static Responder responder(ScenarioConfig config, ControlChannel channel, Supplier<AeronLink> meeting) {
        int slots =
                config.shape().pattern() == Pattern.LATENCY ? 1 : config.load().totalOutstanding();
        return new AeronPong(meeting.get(), AeronSizes.of(config.shape()), slots, channel);
    }
}
