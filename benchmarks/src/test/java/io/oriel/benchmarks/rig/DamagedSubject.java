// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.benchmarks.baseline.aeron.AeronSubject;
import io.oriel.benchmarks.message.MessageLengths;
import io.oriel.benchmarks.message.MessageSubject;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.ScenarioConfig;

/** Raw Aeron, of whose messages one in ten carries a wrong payload. */
public final class DamagedSubject implements MessageSubject {
    private static final long DAMAGED_EVERY = 10;

    private final AeronSubject aeron = new AeronSubject();

    @Override
    public String name() {
        return "damaged";
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        return aeron.canDo(config);
    }

    @Override
    public Messages connect(ScenarioConfig config, MessageLengths lengths, ControlChannel channel, boolean isFirst) {
        Messages messages = aeron.connect(config, lengths, channel, isFirst);
        return new ChangedMessages(messages, sequence -> sequence % DAMAGED_EVERY == 0 ? ~sequence : sequence);
    }
}
