// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.config.DriverConfig;
import io.oriel.api.config.Medium;
import io.oriel.api.config.UdpConfig;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options that say what is repeated, and their defaults, some of which depend on others. */
final class PerfOptions {
    private static final int RATE_OUTSTANDING = 64;
    private static final int BANDWIDTH_OUTSTANDING = 16;
    private static final int SMALL = 32;
    private static final int LARGE = 1 << 20;
    private static final long MAX_MEMORY = 1L << 30;

    @Option(
            names = "--transport",
            description =
                    "Medium: shm (default), between processes of one host; udp, between hosts, too; auto, shm if it"
                            + " reaches the other side, else udp.")
    private Medium medium = Medium.SHM;

    @Option(
            names = "--op",
            description = {
                "send (default): into the peer's posted Receives; write, read: the peer's memory.",
                "barrier, all_reduce, broadcast, all_gather, all_to_all: of two ranks, with --pattern latency."
            })
    private Operation operation = Operation.SEND;

    @Option(
            names = "--pattern",
            description = {
                "latency (default): full round trips, one at a time. A Send or Write is answered by one of the same"
                        + " size; a Read ends with its completion.",
                "echo: Sends in flight, each answered by a Send; full round trips, and how many a second.",
                "rate: small requests in flight, operations a second.",
                "bandwidth: large requests in flight, bytes a second.",
                "lookup: Reads at random places of 64 MiB whose owner sleeps, each at a place that one before has named.",
                "mixed: Sends of 32 bytes there and back, one at a time, while Sends of --size go over another endpoint.",
                "request: requests of the service layer, one at a time, each answered by as many bytes; full round trips.",
                "wakeup: a Send now and then, to a peer that sleeps in await; one way, and the CPU of waiting.",
                "poll: polls of connected endpoints that find nothing.",
                "connect: connections on a link that is there. meet: the first ones of links."
            })
    private Pattern pattern = Pattern.LATENCY;

    @Option(names = "--size", paramLabel = "BYTES", description = "Payload; default 32, for bandwidth 1048576.")
    private @Nullable Integer size;

    @Option(
            names = "--sizes",
            paramLabel = "FROM..TO",
            description = "Payloads from one size to another, such as 8..4M: each four times the one before.",
            converter = SizesConverter.class)
    private @Nullable Sizes sizes;

    @Option(
            names = "--aeron-term-length",
            paramLabel = "BYTES",
            description =
                    "Term length of raw Aeron, a power of two from 65536; default that of Oriel's driver. Over shm a stream,"
                            + " or messages that fill half of a term, wait for the driver when it is small.")
    private int aeronTermLength;

    @Option(
            names = "--shared-receives",
            description =
                    "With --op send: all endpoints of a side take their Receives from one shared queue, in which twice as"
                            + " many are posted as each would have of its own.")
    private boolean sharedReceives;

    @Option(names = "--endpoints", paramLabel = "N", description = "Connections; default 1.")
    private int endpoints = 1;

    @Option(
            names = "--outstanding",
            paramLabel = "M",
            description =
                    "Requests in flight on each endpoint; default 64 for rate, 16 for bandwidth and echo, else 1.")
    private @Nullable Integer outstanding;

    @Option(
            names = "--signal-every",
            paramLabel = "N",
            description = "Every n-th request asks for a completion, the others succeed in silence; 0 for none. Default"
                    + " 1; 0 for write latency, half of the outstanding ones for write rate and bandwidth.")
    private @Nullable Integer signalEvery;

    @Option(
            names = "--rate",
            paramLabel = "OPS",
            description =
                    "With --pattern rate or echo: an open loop of so many operations a second, with latencies from"
                            + " the intended times. Without it the loop is closed.")
    private long rate;

    /** Puts together what is repeated, for each size; a mistake is reported as one of the command line. */
    List<ScenarioConfig> scenarios(CommandLine command) {
        if (size != null && sizes != null) {
            throw new ParameterException(command, "--size and --sizes exclude each other");
        }
        List<Integer> all =
                sizes != null ? sizes.bytes() : List.of(or(size, pattern == Pattern.BANDWIDTH ? LARGE : SMALL));
        try {
            return all.stream().map(each -> scenario(command, each)).toList();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }

    private ScenarioConfig scenario(CommandLine command, int sizeBytes) {
        Shape shape = new Shape(operation, pattern, sizeBytes);
        Load load = new Load(endpoints, inFlight(), signals(), rate);
        requireConsistent(command, load, sizeBytes);
        return new ScenarioConfig(medium, shape, load)
                .withSharedReceives(sharedReceives)
                .withAeronTermLength(aeronTermLength);
    }

    /** The medium, on which two terminals meet, too. */
    Medium medium() {
        return medium;
    }

    Pattern pattern() {
        return pattern;
    }

    /** What is repeated, in words. */
    String words() {
        return Subject.lower(operation) + " " + Subject.lower(pattern) + " over " + Subject.lower(medium);
    }

    private void requireConsistent(CommandLine command, Load load, int sizeBytes) {
        if (rate > 0 && pattern != Pattern.RATE && pattern != Pattern.ECHO) {
            throw new ParameterException(command, "--rate needs --pattern rate or echo");
        }
        if (sharedReceives && operation != Operation.SEND) {
            throw new ParameterException(command, "--shared-receives needs --op send");
        }
        if (operation.isCollective() && (pattern != Pattern.LATENCY || load.totalOutstanding() > 1)) {
            throw new ParameterException(
                    command, "--op " + Subject.lower(operation) + " needs --pattern latency, one at a time");
        }
        if (pattern == Pattern.ECHO && operation != Operation.SEND) {
            throw new ParameterException(command, "--pattern echo needs --op send");
        }
        if (pattern == Pattern.LOOKUP && (operation != Operation.READ || load.endpoints() > 1 || sizeBytes < 8)) {
            throw new ParameterException(command, "--pattern lookup needs --op read, one endpoint, and --size from 8");
        }
        if (pattern == Pattern.MIXED && (operation != Operation.SEND || load.endpoints() != 2)) {
            throw new ParameterException(command, "--pattern mixed needs --op send and --endpoints 2");
        }
        if (pattern == Pattern.REQUEST && (operation != Operation.SEND || load.totalOutstanding() > 1)) {
            throw new ParameterException(command, "--pattern request needs --op send, one at a time");
        }
        requireTermLength();
        if (pattern == Pattern.WAKEUP) {
            requireWakeup(command, load, sizeBytes);
            return;
        }
        boolean isStream = pattern == Pattern.RATE || pattern == Pattern.BANDWIDTH || operation == Operation.READ;
        if (isStream && (load.signalEvery() < 1 || load.signalEvery() > load.outstanding())) {
            throw new ParameterException(
                    command,
                    "--signal-every must be in 1.." + load.outstanding() + ", the outstanding requests, was "
                            + load.signalEvery() + ": without completions nobody knows when there is room");
        }
        long memory = (long) load.endpoints() * load.outstanding() * sizeBytes;
        if (memory > MAX_MEMORY) {
            throw new ParameterException(
                    command,
                    "the payloads in flight would need " + (memory >> 20) + " MiB, at most " + (MAX_MEMORY >> 20)
                            + " are allowed; choose a smaller --size, --outstanding or --endpoints");
        }
    }

    private void requireTermLength() {
        if (aeronTermLength != 0 && medium == Medium.SHM) {
            DriverConfig.defaults().withTermLength(aeronTermLength);
        } else if (aeronTermLength != 0) {
            UdpConfig.defaults().withTermLength(aeronTermLength);
        }
    }

    private void requireWakeup(CommandLine command, Load load, int sizeBytes) {
        boolean isOneByOne = load.endpoints() == 1 && load.outstanding() == 1;
        if (operation != Operation.SEND || !isOneByOne || sizeBytes < Messages.Sleeping.MIN_LENGTH) {
            throw new ParameterException(
                    command,
                    "--pattern wakeup is for --op send, one endpoint, one outstanding, and --size from "
                            + Messages.Sleeping.MIN_LENGTH);
        }
    }

    private int inFlight() {
        return or(
                outstanding,
                switch (pattern) {
                    case RATE -> RATE_OUTSTANDING;
                    case BANDWIDTH, ECHO -> BANDWIDTH_OUTSTANDING;
                    default -> 1;
                });
    }

    private int signals() {
        if (operation != Operation.WRITE || rate > 0) {
            return or(signalEvery, pattern == Pattern.WAKEUP ? 0 : 1);
        }
        return or(signalEvery, pattern == Pattern.LATENCY ? 0 : Math.max(1, inFlight() / 2));
    }

    private static int or(@Nullable Integer value, int defaultValue) {
        return value == null ? defaultValue : value;
    }

    /** Sizes of payloads. */
    private record Sizes(List<Integer> bytes) {}

    /** Reads {@code 8..4M}: sizes in bytes, with K or M for 1024 or 1048576 of them, each four times the one before. */
    private static final class SizesConverter implements ITypeConverter<Sizes> {
        private static final java.util.regex.Pattern RANGE =
                java.util.regex.Pattern.compile("(\\d{1,7})([KM]?)\\.\\.(\\d{1,7})([KM]?)");
        private static final long FACTOR = 4;
        private static final long MAX = 1L << 30;

        @Override
        public Sizes convert(String text) {
            Matcher matcher = RANGE.matcher(text);
            if (matcher.matches()) {
                long from = bytes(matcher.group(1), matcher.group(2));
                long to = bytes(matcher.group(3), matcher.group(4));
                if (from > 0 && from <= to && to <= MAX) {
                    List<Integer> sizes = new ArrayList<>();
                    for (long size = from; size < to; size *= FACTOR) {
                        sizes.add((int) size);
                    }
                    sizes.add((int) to);
                    return new Sizes(sizes);
                }
            }
            throw new TypeConversionException(
                    "'" + text + "' is no range of sizes; write FROM..TO in bytes, such as 8..4M, at most 1024M");
        }

        private static long bytes(String digits, String unit) {
            return Long.parseLong(digits)
                    * switch (unit) {
                        case "K" -> 1L << 10;
                        case "M" -> 1L << 20;
                        default -> 1;
                    };
        }
    }
}
