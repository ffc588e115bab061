// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.message.MessageLengths;
import io.oriel.benchmarks.message.MessageSubject;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Operation;
import io.oriel.benchmarks.scenario.Pattern;
import io.oriel.benchmarks.scenario.ScenarioConfig;

/** Netty over TCP, of which there is one on a host and between hosts. */
public final class NettySubject implements MessageSubject {
    /** Creates the subject. */
    public NettySubject() {}

    @Override
    public String name() {
        return "netty";
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        Pattern pattern = config.shape().pattern();
        return config.medium() != Medium.AUTO
                && config.shape().operation() == Operation.SEND
                && (pattern == Pattern.LATENCY || !pattern.isOneByOne());
    }

    @Override
    public Messages connect(ScenarioConfig config, MessageLengths lengths, ControlChannel channel, boolean isFirst) {
        return isFirst ? NettyMessages.accept(lengths, channel) : NettyMessages.connect(lengths, channel);
    }
}
