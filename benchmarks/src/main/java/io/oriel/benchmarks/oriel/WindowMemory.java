// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.api.AccessFlags;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Payload;
import io.oriel.benchmarks.session.Completions;
import io.oriel.benchmarks.session.OrielSession;
import io.oriel.benchmarks.session.Slots;
import io.oriel.benchmarks.session.Windows;

/** Memory granted to the one-sided requests of the peer, and the progress that is made for them without being told. */
final class WindowMemory {
    private static final int POLLS_PER_LOOK = 64;

    private final OrielSession session;
    private final ControlChannel channel;
    private final Payload payload;
    private final Slots slots;
    private final Completions completions;

    WindowMemory(OrielSession session, ScenarioConfig config, ControlChannel channel) {
        this.session = session;
        this.channel = channel;
        int size = config.shape().sizeBytes();
        payload = new Payload(size);
        slots = new Slots(session.adapter(), config.load().totalOutstanding(), size, AccessFlags.ALLOW_LOCAL_WRITE);
        completions = new Completions(session.queue());
        fill(0);
        session.accept(channel);
        Windows.grant(session, slots, channel);
    }

    /** Gives every slot the payload of a round. */
    void fill(int round) {
        for (int slot = 0; slot < slots.count(); slot++) {
            payload.fill(slots.buffer(), slots.offset(slot), Tags.ofSlot(slot, round));
        }
    }

    /** Polls until the peer says something, which is left in the channel. */
    void progressUntilMessage() {
        do {
            for (int i = 0; i < POLLS_PER_LOOK; i++) {
                completions.requireNone();
                Thread.onSpinWait();
            }
        } while (!channel.hasMessage());
    }

    Slots slots() {
        return slots;
    }

    Payload payload() {
        return payload;
    }

    OrielSession session() {
        return session;
    }
}
