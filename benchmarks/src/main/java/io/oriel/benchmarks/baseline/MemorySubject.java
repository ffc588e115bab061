// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.JvmSubject;
import io.oriel.benchmarks.message.MessageSubject;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;

/** Bare memory: Send and Write are a copy and a flag, Read is a copy. */
public final class MemorySubject implements JvmSubject {
    private final MessageSubject messages = new MessageSubject(
            "memory",
            config -> config.medium() == Medium.SHM
                    && !config.shape().operation().isCollective()
                    && config.shape().pattern().isExchange(),
            MemorySubject::connect);

    /** Creates the subject. */
    public MemorySubject() {}

    @Override
    public String name() {
        return messages.name();
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        return messages.canDo(config) || (isLookup(config) && config.medium() == Medium.SHM);
    }

    @Override
    public Initiator initiator(ScenarioConfig config, ControlChannel channel) {
        if (isLookup(config)) {
            return new MemoryLookups(config, channel);
        }
        return config.shape().operation() == Operation.READ
                ? reads(config, channel, true)
                : messages.initiator(config, channel);
    }

    @Override
    public Responder responder(ScenarioConfig config, ControlChannel channel) {
        if (isLookup(config)) {
            return MemoryLookups.target(config, channel);
        }
        return config.shape().operation() == Operation.READ
                ? reads(config, channel, false)
                : messages.responder(config, channel);
    }

    private static boolean isLookup(ScenarioConfig config) {
        return config.shape().pattern() == Pattern.LOOKUP;
    }

    private static MemoryReads reads(ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        return new MemoryReads(
                slots(config.load().totalOutstanding(), config, channel, isFirst), config, channel, isFirst);
    }

    private static Messages connect(ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        Load load = config.load();
        int underWay = config.shape().pattern() == Pattern.LATENCY ? load.endpoints() : load.totalOutstanding();
        return new MemoryMessages(slots(2 * underWay, config, channel, isFirst), config.shape(), isFirst);
    }

    private static MappedSlots slots(int count, ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        int size = config.shape().sizeBytes();
        return isFirst ? MappedSlots.create(count, size, channel) : MappedSlots.open(count, size, channel);
    }
}
