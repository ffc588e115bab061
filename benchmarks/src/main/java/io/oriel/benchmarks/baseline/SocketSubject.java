// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.baseline;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.message.MessageLengths;
import io.oriel.benchmarks.message.MessageSubject;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Operation;
import io.oriel.benchmarks.scenario.Pattern;
import io.oriel.benchmarks.scenario.ScenarioConfig;

/** A Unix-domain socket. */
public final class SocketSubject implements MessageSubject {
    /** Creates the subject. */
    public SocketSubject() {}

    @Override
    public String name() {
        return "socket";
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        Pattern pattern = config.shape().pattern();
        return config.medium() == Medium.SHM
                && config.shape().operation() == Operation.SEND
                && pattern != Pattern.POLL
                && pattern != Pattern.CONNECT
                && pattern != Pattern.MEET;
    }

    @Override
    public Messages connect(ScenarioConfig config, MessageLengths lengths, ControlChannel channel, boolean isFirst) {
        return isFirst ? SocketMessages.accept(lengths, channel) : SocketMessages.connect(lengths, channel);
    }
}
