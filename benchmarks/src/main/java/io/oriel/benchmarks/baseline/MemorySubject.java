// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.message.MessageLengths;
import io.oriel.benchmarks.message.MessageSubject;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Operation;
import io.oriel.benchmarks.scenario.Pattern;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;

/** Bare memory: Send and Write are a copy and a flag, Read is a copy. */
public final class MemorySubject implements MessageSubject {
    /** What it is called. */
    public static final String NAME = "memory";

    /** Creates the subject. */
    public MemorySubject() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        Pattern pattern = config.shape().pattern();
        return config.medium() == Medium.SHM && (pattern == Pattern.LATENCY || !pattern.isOneByOne());
    }

    @Override
    public Initiator initiator(ScenarioConfig config, ControlChannel channel) {
        return config.shape().operation() == Operation.READ
                ? reads(config, channel, true)
                : MessageSubject.super.initiator(config, channel);
    }

    @Override
    public Responder responder(ScenarioConfig config, ControlChannel channel) {
        return config.shape().operation() == Operation.READ
                ? reads(config, channel, false)
                : MessageSubject.super.responder(config, channel);
    }

    private static MemoryReads reads(ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        MappedSlots slots = slots(config.load().totalOutstanding(), config.shape(), channel, isFirst);
        return new MemoryReads(slots, config, channel, isFirst);
    }

    @Override
    public Messages connect(ScenarioConfig config, MessageLengths lengths, ControlChannel channel, boolean isFirst) {
        Pattern pattern = config.shape().pattern();
        int underWay = pattern == Pattern.LATENCY ? 1 : config.load().totalOutstanding();
        MappedSlots slots = slots(2 * underWay, config.shape(), channel, isFirst);
        return new MemoryMessages(slots, lengths, pattern == Pattern.RATE || pattern == Pattern.BANDWIDTH, isFirst);
    }

    private static MappedSlots slots(int count, Shape shape, ControlChannel channel, boolean isFirst) {
        return isFirst
                ? MappedSlots.create(count, shape.sizeBytes(), channel)
                : MappedSlots.open(count, shape.sizeBytes(), channel);
    }
}
