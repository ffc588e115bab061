// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.benchmarks.baseline.aeron.AeronSubject;
import io.oriel.benchmarks.message.MessageLengths;
import io.oriel.benchmarks.message.MessageSubject;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.ScenarioConfig;

/** Raw Aeron, whose first side waits before it sends. */
public final class SlowedSubject implements MessageSubject {
    private static final long DELAY_NS = 20_000;

    private final AeronSubject aeron = new AeronSubject();

    @Override
    public String name() {
        return "slowed";
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        return aeron.canDo(config);
    }

    @Override
    public Messages connect(ScenarioConfig config, MessageLengths lengths, ControlChannel channel, boolean isFirst) {
        Messages messages = aeron.connect(config, lengths, channel, isFirst);
        return new ChangedMessages(messages, sequence -> {
            if (isFirst) {
                long beginNs = System.nanoTime();
                while (System.nanoTime() - beginNs < DELAY_NS) {
                    Thread.onSpinWait();
                }
            }
            return sequence;
        });
    }
}
