// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.oriel;

import io.oriel.benchmarks.contender.JvmSubject;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.lookup.LookupTarget;
import io.oriel.benchmarks.lookup.Lookups;
import io.oriel.benchmarks.message.MessageStream;
import io.oriel.benchmarks.message.MessageTurns;
import io.oriel.benchmarks.message.WakeupTurns;
import io.oriel.benchmarks.mixed.ShortAnswers;
import io.oriel.benchmarks.mixed.ShortTurns;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Initiator;
import io.oriel.benchmarks.scenario.Responder;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.benchmarks.service.ServicePing;
import io.oriel.benchmarks.service.ServicePong;
import io.oriel.benchmarks.session.OrielSession;
import java.util.function.Function;
import org.agrona.CloseHelper;

/** Oriel. */
public final class OrielSubject implements JvmSubject {
    /** Depth of the queues where one request is in flight at a time. */
    private static final int ONE_BY_ONE_DEPTH = 8;

    /** The same of messages that fill a cache: one that is looked at, and one that is posted. */
    private static final int LARGE_DEPTH = 2;

    private static final int LARGE = 16 * 1024;

    /** Creates the subject. */
    public OrielSubject() {}

    @Override
    public String name() {
        return Subjects.ORIEL;
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        boolean isOneByOne =
                config.shape().pattern() == Pattern.LATENCY && config.load().totalOutstanding() == 1;
        return (!config.shape().operation().isCollective() || isOneByOne)
                && (!config.sealsDatagrams() || isOfOneSession(config));
    }

    /** Tells whether an {@link OrielSession} on each side carries it all, which seals its datagrams if it is told to. */
    private static boolean isOfOneSession(ScenarioConfig config) {
        Pattern pattern = config.shape().pattern();
        return !config.shape().operation().isCollective()
                && config.load().peers() == 1
                && pattern != Pattern.REQUEST
                && !pattern.isConnecting();
    }

    @Override
    public Initiator initiator(ScenarioConfig config, ControlChannel channel) {
        if (config.shape().operation().isCollective()) {
            return new Rounds(config, channel, true);
        }
        if (config.load().peers() > 1) {
            return new PeerGroup(config, channel);
        }
        boolean isSend = config.shape().operation() == Operation.SEND;
        boolean isRead = config.shape().operation() == Operation.READ;
        return switch (config.shape().pattern()) {
            case LATENCY ->
                isSend
                        ? new MessageTurns.Ping(messages(config, channel, true), channel)
                        : isRead ? stream(config, channel) : writeTurns(config, channel, true);
            case ECHO -> new MessageStream(messages(config, channel, true), config, channel);
            case REQUEST -> new ServicePing(config, channel);
            case LOOKUP ->
                connected(
                        channel,
                        config,
                        1,
                        config.load().outstanding(),
                        session -> new Lookups(session, config, channel));
            case MIXED ->
                connected(
                        channel,
                        config,
                        ONE_BY_ONE_DEPTH,
                        ONE_BY_ONE_DEPTH,
                        session -> new ShortTurns(session, config, channel));
            case WAKEUP -> new WakeupTurns.Ping(messages(config, channel, true), channel);
            case RATE, BANDWIDTH -> stream(config, channel);
            case POLL -> new IdlePolls(config, channel, true);
            case CONNECT, MEET -> Connections.connecting(config, channel);
        };
    }

    @Override
    public Responder responder(ScenarioConfig config, ControlChannel channel) {
        if (config.shape().operation().isCollective()) {
            return new Rounds(config, channel, false);
        }
        if (config.load().peers() > 1) {
            return Responder.idle();
        }
        return switch (config.shape().pattern()) {
            case WAKEUP -> new WakeupTurns.Pong(messages(config, channel, false), channel);
            case ECHO -> new MessageTurns.Pong(messages(config, channel, false), channel);
            case REQUEST -> new ServicePong(config, channel);
            case LOOKUP -> connected(channel, config, 1, 1, session -> new LookupTarget(session, config, channel));
            case MIXED ->
                connected(
                        channel,
                        config,
                        ONE_BY_ONE_DEPTH,
                        ONE_BY_ONE_DEPTH,
                        session -> new ShortAnswers(session, config, channel));
            case POLL -> new IdlePolls(config, channel, false);
            case CONNECT, MEET -> Connections.accepting(config, channel);
            case LATENCY ->
                switch (config.shape().operation()) {
                    case SEND -> new MessageTurns.Pong(messages(config, channel, false), channel);
                    case WRITE -> writeTurns(config, channel, false);
                    default -> target(config, channel);
                };
            case RATE, BANDWIDTH -> target(config, channel);
        };
    }

    private static OrielMessages messages(ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        int least = config.shape().sizeBytes() < LARGE ? ONE_BY_ONE_DEPTH : LARGE_DEPTH;
        int depth = Math.max(least, 2 * config.load().outstanding());
        return connected(
                channel, config, depth, depth, session -> new OrielMessages(session, config, depth, channel, isFirst));
    }

    private static WriteTurns writeTurns(ScenarioConfig config, ControlChannel channel, boolean isFirst) {
        int depth = Math.max(ONE_BY_ONE_DEPTH, config.load().outstanding());
        return connected(channel, config, 1, depth, session -> new WriteTurns(session, config, channel, isFirst));
    }

    private static RequestStream stream(ScenarioConfig config, ControlChannel channel) {
        return connected(
                channel,
                config,
                1,
                config.load().outstanding(),
                session -> new RequestStream(session, config, channel));
    }

    private static Responder target(ScenarioConfig config, ControlChannel channel) {
        // Twice as many Receives as Sends in flight: the initiator does not wait for one.
        int receives = 2 * config.load().outstanding();
        return switch (config.shape().operation()) {
            case SEND ->
                connected(channel, config, receives, 1, session -> new SendSink(session, config, receives, channel));
            default -> connected(channel, config, 1, 1, session -> new WindowTarget(session, config, channel));
        };
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
