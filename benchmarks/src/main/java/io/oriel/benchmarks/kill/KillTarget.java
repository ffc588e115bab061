// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.kill;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.oriel.OrielSession;
import io.oriel.benchmarks.oriel.Receives;
import io.oriel.benchmarks.plan.Load;
import io.oriel.benchmarks.plan.Operation;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.plan.Shape;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.scenario.PayloadInspector;
import io.oriel.benchmarks.scenario.Tally;
import java.time.Duration;

/**
 * The child that is killed: it accepts, says so, and from then on makes no progress.
 *
 * <p>It has posted Receives for half of the survivor's Sends, so that some have travelled and some wait for credit.
 */
public final class KillTarget {
    /** Bytes of each message. */
    static final int MESSAGE_SIZE = 64;

    private KillTarget() {}

    /**
     * Waits to be killed; returns only if the other process ends first.
     *
     * @param channel     to the survivor
     * @param medium      what carries the bytes
     * @param outstanding Sends that the survivor will post
     */
    public static void run(ControlChannel channel, Medium medium, int outstanding) {
        Shape shape = new Shape(Operation.SEND, Pattern.LATENCY, MESSAGE_SIZE);
        ScenarioConfig config = new ScenarioConfig(medium, shape, new Load(1, outstanding, 1, 0), false, 0);
        int receives = outstanding / 2;
        try (OrielSession session = new OrielSession(channel, config, receives, 1)) {
            PayloadInspector inspector = new PayloadInspector(new Payload(MESSAGE_SIZE), new Tally());
            new Receives(session, receives, MESSAGE_SIZE, inspector).postAll();
            session.accept(channel);
            channel.send("accepted");
            channel.receive(Duration.ofDays(1));
        }
    }
}
