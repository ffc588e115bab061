// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.PipeChannel;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Receives;
import java.time.Duration;

/**
 * The child that is killed: it accepts, says so, and from then on makes no progress. It has posted Receives for some of the
 * survivor's Sends.
 */
public final class KillTarget {
    /** Bytes of each message. */
    static final int MESSAGE_SIZE = 64;

    private KillTarget() {}

    /**
     * Waits to be killed; returns only if the other process ends first.
     *
     * @param arguments medium, and how many Sends the survivor will post
     */
    public static void main(String[] arguments) {
        KillRun.Plan plan = new KillRun.Plan(Medium.valueOf(arguments[0]), 1, Integer.parseInt(arguments[1]));
        Shape shape = new Shape(Operation.SEND, Pattern.LATENCY, MESSAGE_SIZE);
        ScenarioConfig config = new ScenarioConfig(plan.medium(), shape, new Load(1, plan.outstanding(), 1, 0));
        int depth = Math.max(1, plan.receives());
        try (ControlChannel channel = PipeChannel.toParent();
                OrielSession session = new OrielSession(channel, config, depth, 1)) {
            if (plan.receives() > 0) {
                PayloadInspector inspector = new PayloadInspector(new Payload(MESSAGE_SIZE), new Tally());
                new Receives(session, depth, MESSAGE_SIZE, inspector).postAll();
            }
            session.accept(channel);
            channel.send("accepted");
            channel.receive(Duration.ofDays(1));
        }
    }
}
