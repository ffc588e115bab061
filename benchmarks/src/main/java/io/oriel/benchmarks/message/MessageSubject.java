// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import io.oriel.benchmarks.contender.JvmSubject;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.util.List;
import java.util.function.Predicate;

/** A subject whose two sides exchange messages: all that is its own is how they connect. */
public final class MessageSubject implements JvmSubject {
    private final String name;
    private final Predicate<ScenarioConfig> abilities;
    private final Connection connection;
    private final List<String> jvmFlags;

    /**
     * Describes a subject.
     *
     * @param name       what it is called
     * @param abilities  what it can do
     * @param connection how one side connects
     * @param jvmFlags   what its processes need on the command line
     */
    public MessageSubject(
            String name, Predicate<ScenarioConfig> abilities, Connection connection, List<String> jvmFlags) {
        this.name = name;
        this.abilities = abilities;
        this.connection = connection;
        this.jvmFlags = jvmFlags;
    }

    /**
     * Describes a subject whose processes need nothing on the command line.
     *
     * @param name       what it is called
     * @param abilities  what it can do
     * @param connection how one side connects
     */
    public MessageSubject(String name, Predicate<ScenarioConfig> abilities, Connection connection) {
        this(name, abilities, connection, List.of());
    }

    /** The making of messages on one side, while the other one does the same in its process. */
    public interface Connection {
        /**
         * Connects.
         *
         * @param config  what is to be done
         * @param channel to the other side
         * @param isFirst true for the side that sends first
         * @return the messages; {@link Messages.Sleeping} if the config's pattern is WAKEUP
         */
        Messages connect(ScenarioConfig config, ControlChannel channel, boolean isFirst);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        return !config.sealsDatagrams() && abilities.test(config);
    }

    @Override
    public List<String> jvmFlags() {
        return jvmFlags;
    }

    @Override
    public Initiator initiator(ScenarioConfig config, ControlChannel channel) {
        Messages messages = connection.connect(config, channel, true);
        return switch (config.shape().pattern()) {
            case LATENCY -> new MessageTurns.Ping(messages, channel);
            case WAKEUP -> new WakeupTurns.Ping((Messages.Sleeping) messages, channel);
            default -> new MessageStream(messages, config, channel);
        };
    }

    @Override
    public Responder responder(ScenarioConfig config, ControlChannel channel) {
        Messages messages = connection.connect(config, channel, false);
        return switch (config.shape().pattern()) {
            case WAKEUP -> new WakeupTurns.Pong((Messages.Sleeping) messages, channel);
            default -> new MessageTurns.Pong(messages, channel);
        };
    }
}
