// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.lookup;

import io.oriel.api.AccessFlags;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Tally;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Slots;

/** Grants a large memory, and sleeps while it is read. */
public final class LookupTarget implements Responder {
    private final Tally tally = new Tally();
    private final OrielSession session;

    /**
     * Fills the memory, and grants it over a connection.
     *
     * @param session the endpoint, not connected
     * @param config  how much is read at a time
     * @param channel to the {@link Lookups}
     */
    public LookupTarget(OrielSession session, ScenarioConfig config, ControlChannel channel) {
        this.session = session;
        Slots memory = new Slots(session.adapter(), 1, Places.MEMORY, AccessFlags.ALLOW_LOCAL_WRITE);
        new Places(config.shape().sizeBytes()).fill(memory.buffer(), 0);
        session.accept(channel);
        session.grant(memory, channel);
    }

    @Override
    public void run(long operations) {}

    @Override
    public void verify(long operations) {}

    @Override
    public Tally tally() {
        return tally;
    }

    @Override
    public void close() {
        session.close();
    }
}
