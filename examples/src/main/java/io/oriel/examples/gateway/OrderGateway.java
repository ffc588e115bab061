// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.api.Adapter;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.examples.Attendance;
import io.oriel.examples.Meeting;
import io.oriel.examples.gateway.matching.Journal;
import io.oriel.examples.gateway.matching.Matcher;
import io.oriel.examples.gateway.matching.MatcherConfig;
import io.oriel.service.config.Surroundings;
import io.oriel.service.run.Duty;
import io.oriel.service.run.PollLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/**
 * A matching engine, a gateway and some members, each a process: {@code --listen} alone is the engine, {@code --listen} with {@code
 * --engine} a gateway, {@code --connect} a member. With none of them it starts all, and ends them when the members have traded for
 * twice {@code --seconds}, the first half of it to warm up.
 */
public final class OrderGateway {
    private static final int JOURNAL_ENTRIES = 16_000_000;

    private OrderGateway() {}

    /** What this example can be told beside where to meet. */
    static final class Options {
        @Option(
                names = "--engine",
                paramLabel = "ADDRESS:PORT",
                description = "with --listen: be a gateway to the engine there",
                converter = Meeting.Address.class)
        private @Nullable InetSocketAddress engine;

        @Option(
                names = "--journal",
                paramLabel = "FILE",
                description =
                        "of the engine: where it begins and goes on; without, in a file that it deletes at its end")
        private @Nullable Path journal;

        @Option(
                names = "--members",
                defaultValue = "3",
                description = "how many to start; the default is ${DEFAULT-VALUE}")
        private int members;

        @Option(
                names = "--member",
                defaultValue = "0",
                paramLabel = "NUMBER",
                description = "with --connect: which one to be, 0 to 63, each once; the default is ${DEFAULT-VALUE}")
        private int member;

        @Option(
                names = "--depth",
                defaultValue = "4",
                description = "orders of a member under way, 1 to 24; the default is ${DEFAULT-VALUE}")
        private int depth;

        int members() {
            return members;
        }

        int depth() {
            return depth;
        }

        private void check(Meeting meeting) {
            if (engine != null && (meeting.isConnecting() || meeting.isStartingPeers())) {
                stop("--engine goes with --listen: it is for a gateway, which listens for members");
            }
            if (depth < 1 || depth > Protocol.MEMBER_REQUESTS - Protocol.MEMBER_REQUESTS / 4) {
                stop("--depth must be in 1..24, was " + depth);
            }
            if (members < 1
                    || member < 0
                    || Math.max(members, member + 1) > MatcherConfig.defaults().members()) {
                stop("members are numbered from 0 to 63; --members was " + members + ", --member " + member);
            }
        }

        private static void stop(String fault) {
            System.err.println(fault + "; --help tells more");
            System.exit(CommandLine.ExitCode.USAGE);
        }
    }

    /**
     * Runs the example, all processes or one of them.
     *
     * @param arguments as {@link Meeting} reads them, and those of this example
     * @throws Exception if something goes wrong
     */
    public static void main(String[] arguments) throws Exception {
        Options options = new Options();
        Attendance attendance = new Attendance();
        Meeting meeting = Meeting.of(OrderGateway.class, arguments, options, attendance);
        options.check(meeting);
        if (meeting.isStartingPeers()) {
            new Exchange(meeting, options).run();
            return;
        }
        try (Provider provider = NetworkDirect.open(meeting.config());
                Adapter adapter = provider.openAdapter(meeting.localAddress())) {
            if (meeting.isConnecting()) {
                trade(meeting, options, attendance, adapter);
            } else if (options.engine != null) {
                passOn(meeting, attendance, adapter, options.engine);
            } else {
                match(meeting, options, attendance, adapter);
            }
        }
    }

    private static void match(Meeting meeting, Options options, Attendance attendance, Adapter adapter)
            throws IOException {
        Path given = options.journal;
        Path file = given != null ? given : Files.createTempFile("oriel-exchange", ".journal");
        try (Journal journal = Journal.open(file, JOURNAL_ENTRIES);
                Engine engine = new Engine(
                        adapter,
                        meeting.address(),
                        Protocol.engineServer(),
                        Surroundings.system(),
                        new Matcher(MatcherConfig.defaults(), journal))) {
            listen(meeting, attendance, adapter, engine.address(), engine);
        } finally {
            if (given == null) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static void passOn(Meeting meeting, Attendance attendance, Adapter adapter, InetSocketAddress engine)
            throws IOException {
        Gateway.Config config =
                new Gateway.Config(meeting.address(), Protocol.gatewayServer(), engine, Protocol.engineClient());
        try (Gateway gateway = new Gateway(adapter, config, Surroundings.system())) {
            listen(meeting, attendance, adapter, gateway.address(), gateway);
        }
    }

    private static void listen(
            Meeting meeting, Attendance attendance, Adapter adapter, InetSocketAddress here, Duty duty)
            throws IOException {
        var unused = meeting.invite(here, () -> {}); // nobody: it says where it is
        PollLoop loop = new PollLoop(adapter, duty);
        attendance.onEnd(loop::stop);
        meeting.waiting().run(loop);
    }

    private static void trade(Meeting meeting, Options options, Attendance attendance, Adapter adapter) {
        Trader trader = new Trader(options.member, options.depth, meeting.seconds());
        try (OrderEntry entry = new OrderEntry(
                adapter, meeting.address(), Protocol.gatewayClient(), Surroundings.system(), options.member, trader)) {
            PollLoop loop = new PollLoop(adapter, trader);
            trader.begin(entry, loop::stop);
            attendance.onEnd(loop::stop);
            meeting.waiting().run(loop);
            System.out.println("member " + options.member + ": " + trader);
            if (!trader.fault().isEmpty()) {
                throw new IllegalStateException(trader.fault());
            }
        }
    }
}
