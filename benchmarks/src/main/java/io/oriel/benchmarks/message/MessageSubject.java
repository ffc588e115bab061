// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import io.oriel.benchmarks.contender.JvmSubject;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;

/** A subject whose two sides exchange messages: all that is its own is how. */
public interface MessageSubject extends JvmSubject {
    /**
     * Connects one side, while the other one does the same in its process.
     *
     * @param config  what it does
     * @param lengths of this side's messages
     * @param channel to the other side
     * @param isFirst true for the side that sends first
     * @return the messages; {@link SleepingMessages} if the config's pattern is WAKEUP
     */
    Messages connect(ScenarioConfig config, MessageLengths lengths, ControlChannel channel, boolean isFirst);

    @Override
    default Initiator initiator(ScenarioConfig config, ControlChannel channel) {
        Messages messages = connect(config, MessageLengths.ofInitiator(config.shape()), channel, true);
        return switch (config.shape().pattern()) {
            case LATENCY -> new MessagePing(messages, channel);
            case WAKEUP -> new WakeupPing((SleepingMessages) messages, channel);
            default -> new MessageStream(messages, config, channel);
        };
    }

    @Override
    default Responder responder(ScenarioConfig config, ControlChannel channel) {
        Messages messages =
                connect(config, MessageLengths.ofInitiator(config.shape()).reversed(), channel, false);
        return switch (config.shape().pattern()) {
            case WAKEUP -> new WakeupPong((SleepingMessages) messages, channel);
            default -> new MessagePong(messages, channel);
        };
    }
}
