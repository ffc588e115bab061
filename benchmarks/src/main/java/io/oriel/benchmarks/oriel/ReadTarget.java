// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.OrielSession;

/** Lets its memory be read. In verification it fills the memory anew for each round. */
public final class ReadTarget implements Responder {
    private final Tally tally = new Tally();
    private final ControlChannel channel;
    private final WindowMemory memory;
    private int round;

    /**
     * Connects and grants the memory.
     *
     * @param session the endpoints, not connected
     * @param config  what the peer does
     * @param channel to the peer
     */
    public ReadTarget(OrielSession session, ScenarioConfig config, ControlChannel channel) {
        this.channel = channel;
        memory = new WindowMemory(session, config, channel);
    }

    @Override
    public void run(long operations) {
        memory.progressUntilMessage();
    }

    @Override
    public void verify(long operations) {
        long share = RequestStream.readsPerRound(operations);
        memory.progressUntilMessage();
        for (long done = 0; done < operations; done += share) {
            channel.expect("fill");
            memory.fill(++round);
            channel.send("filled");
            memory.progressUntilMessage();
        }
    }

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        memory.session().close();
    }
}
