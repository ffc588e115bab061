// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.perf;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.baseline.aeron.ipc.IpcReference;
import io.oriel.benchmarks.baseline.aeron.udp.UdpReference;
import io.oriel.benchmarks.baseline.memory.MemoryReference;
import io.oriel.benchmarks.baseline.socket.SocketPing;
import io.oriel.benchmarks.baseline.socket.SocketPong;
import io.oriel.benchmarks.oriel.OrielSession;
import io.oriel.benchmarks.pingpong.SendPing;
import io.oriel.benchmarks.pingpong.SendPong;
import io.oriel.benchmarks.pingpong.WritePing;
import io.oriel.benchmarks.pingpong.WritePong;
import io.oriel.benchmarks.pingpong.WriteTurns;
import io.oriel.benchmarks.plan.Operation;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.scenario.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.stream.ReadTarget;
import io.oriel.benchmarks.stream.RequestStream;
import io.oriel.benchmarks.stream.SendSink;
import io.oriel.benchmarks.stream.WriteTarget;
import io.oriel.benchmarks.wakeup.WakeupPing;
import io.oriel.benchmarks.wakeup.WakeupPong;
import java.util.Locale;
import java.util.function.Function;
import org.agrona.CloseHelper;

/** What can be measured, and who does it on either side. */
public enum Subject {
    /** Oriel. */
    ORIEL,
    /** Copies and flags in mapped memory. */
    MEMORY,
    /** Raw Aeron, on the medium that Oriel is on. */
    AERON,
    /** Messages through a Unix-domain socket. */
    SOCKET,
    /** Oriel, whose endpoints have Receives of their own. */
    OWN;

    /** Depth of the queues where one request is in flight at a time. */
    private static final int PING_PONG_DEPTH = 8;

    /**
     * Names what ran, for people and machines.
     *
     * @param medium that Oriel is on
     * @return {@code aeron} for Aeron IPC, {@code aeron-udp} for Aeron UDP, else the constant in small letters
     */
    public String label(Medium medium) {
        String name = name().toLowerCase(Locale.ROOT);
        return this == AERON && medium == Medium.UDP ? name + "-udp" : name;
    }

    /**
     * Makes the side that starts the operations.
     *
     * @param config  what it does
     * @param channel to the other process, where {@link #responder} is called at the same time
     * @return the initiator, ready to run
     */
    public Initiator initiator(ScenarioConfig config, ControlChannel channel) {
        return switch (this) {
            case MEMORY -> MemoryReference.initiator(config, channel);
            case AERON ->
                config.medium() == Medium.UDP
                        ? UdpReference.initiator(config, channel)
                        : IpcReference.initiator(config, channel);
            case SOCKET -> new SocketPing(config, channel);
            case OWN -> ORIEL.initiator(config.withOwnReceives(), channel);
            case ORIEL -> {
                int depth = depth(config);
                if (config.shape().pattern() == Pattern.WAKEUP) {
                    yield connected(
                            channel, config, depth, depth, session -> new WakeupPing(session, config, depth, channel));
                }
                if (isPingPong(config)) {
                    yield config.shape().operation() == Operation.SEND
                            ? connected(
                                    channel,
                                    config,
                                    depth,
                                    depth,
                                    session -> new SendPing(session, config, depth, channel))
                            : connected(
                                    channel,
                                    config,
                                    1,
                                    depth,
                                    session -> new WritePing(new WriteTurns(session, config, channel, true)));
                }
                yield connected(channel, config, 1, depth, session -> new RequestStream(session, config, channel));
            }
        };
    }

    /**
     * Makes the side that answers.
     *
     * @param config  what the initiator does
     * @param channel to the other process, where {@link #initiator} is called at the same time
     * @return the responder, ready to run
     */
    public Responder responder(ScenarioConfig config, ControlChannel channel) {
        return switch (this) {
            case MEMORY -> MemoryReference.responder(config, channel);
            case AERON ->
                config.medium() == Medium.UDP
                        ? UdpReference.responder(config, channel)
                        : IpcReference.responder(config, channel);
            case SOCKET -> new SocketPong(config, channel);
            case OWN -> ORIEL.responder(config.withOwnReceives(), channel);
            case ORIEL -> {
                int depth = depth(config);
                if (config.shape().pattern() == Pattern.WAKEUP) {
                    yield connected(
                            channel, config, depth, depth, session -> new WakeupPong(session, config, depth, channel));
                }
                yield switch (config.shape().operation()) {
                    case SEND ->
                        isPingPong(config)
                                ? connected(
                                        channel,
                                        config,
                                        depth,
                                        depth,
                                        session -> new SendPong(session, config, depth, channel))
                                // Twice as many Receives as Sends in flight: the initiator does not wait for one.
                                : connected(
                                        channel,
                                        config,
                                        2 * depth,
                                        1,
                                        session -> new SendSink(session, config, 2 * depth, channel));
                    case WRITE ->
                        isPingPong(config)
                                ? connected(
                                        channel,
                                        config,
                                        1,
                                        depth,
                                        session -> new WritePong(new WriteTurns(session, config, channel, false)))
                                : connected(
                                        channel, config, 1, 1, session -> new WriteTarget(session, config, channel));
                    case READ -> connected(channel, config, 1, 1, session -> new ReadTarget(session, config, channel));
                };
            }
        };
    }

    private static boolean isPingPong(ScenarioConfig config) {
        return config.shape().pattern() == Pattern.LATENCY && config.shape().operation() != Operation.READ;
    }

    private static int depth(ScenarioConfig config) {
        int outstanding = config.load().outstanding();
        boolean isOneByOne = isPingPong(config) || config.shape().pattern() == Pattern.WAKEUP;
        return isOneByOne ? Math.max(PING_PONG_DEPTH, outstanding) : outstanding;
    }

    private static <T> T connected(
            ControlChannel channel,
            ScenarioConfig config,
            int receiveDepth,
            int initiatorDepth,
            Function<OrielSession, T> scenario) {
        OrielSession session = new OrielSession(channel, config, receiveDepth, initiatorDepth);
        try {
            return scenario.apply(session);
        } catch (RuntimeException e) {
            CloseHelper.quietClose(session);
            throw e;
        }
    }
}
