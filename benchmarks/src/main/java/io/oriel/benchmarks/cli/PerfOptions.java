// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.config.DriverConfig;
import io.oriel.api.config.Medium;
import io.oriel.api.config.UdpConfig;
import io.oriel.benchmarks.perf.PerfPlan;
import io.oriel.benchmarks.perf.Subject;
import io.oriel.benchmarks.plan.Load;
import io.oriel.benchmarks.plan.Operation;
import io.oriel.benchmarks.plan.Pattern;
import io.oriel.benchmarks.plan.ScenarioConfig;
import io.oriel.benchmarks.plan.Shape;
import io.oriel.benchmarks.wakeup.WakeMessage;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say what to measure, and their defaults, some of which depend on others. */
final class PerfOptions {
    /** What a reference can be called on the command line. */
    enum Reference {
        MEMORY,
        AERON,
        SOCKET,
        OWN
    }

    private static final int DEFAULT_PAIRS = 5;
    private static final int RATE_OUTSTANDING = 64;
    private static final int BANDWIDTH_OUTSTANDING = 16;
    private static final int SMALL = 32;
    private static final int LARGE = 1 << 20;
    private static final long DEFAULT_ITERATIONS = 1_000_000;
    private static final long DEFAULT_BYTES = 4L << 30;
    private static final long MIN_ITERATIONS = 2_000;
    private static final long WAKEUP_ITERATIONS = 5_000;
    private static final long WAKEUP_WARMUP = 2_000;
    private static final long MIN_WARMUP = 20_000;
    private static final int WARMUP_PART = 5;
    private static final long MAX_MEMORY = 1L << 30;

    @Option(
            names = "--transport",
            description =
                    "Medium: shm (default), between processes of one host; udp, between hosts, too; auto, shm if it"
                            + " reaches the other side, else udp.")
    private Medium medium = Medium.SHM;

    @Option(
            names = "--op",
            description = "send (default): into the peer's posted Receives; write, read: the peer's memory.")
    private Operation operation = Operation.SEND;

    @Option(
            names = "--pattern",
            description = {
                "latency (default): full round trips, one at a time. A Send or Write is answered by one of the same"
                        + " size; a Read ends with its completion.",
                "rate: small requests in flight, operations a second.",
                "bandwidth: large requests in flight, bytes a second.",
                "wakeup: a Send now and then, to a peer that sleeps in await; one way, and the CPU of waiting."
            })
    private Pattern pattern = Pattern.LATENCY;

    @Option(names = "--size", paramLabel = "BYTES", description = "Payload; default 32, for bandwidth 1048576.")
    private @Nullable Integer size;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Operations of a timed run; default 1000000, fewer for large payloads.")
    private @Nullable Long iterations;

    @Option(
            names = "--warmup",
            paramLabel = "N",
            description = "Operations before the first timed run; default a fifth of the iterations, at least 20000.")
    private @Nullable Long warmup;

    @Option(
            names = "--reference",
            description = {
                "aeron: raw Aeron IPC, or over udp raw Aeron UDP, moved by the thread that sends and polls on each side."
                        + " Over shm also memory: a copy and a flag in mapped memory; socket, for wakeup: a Unix-domain"
                        + " socket and a selector; own, for --shared-receives: Oriel without. Its runs and Oriel's take"
                        + " turns.",
                "The ratio is Oriel's time divided by the reference's, below 1 Oriel is faster: of the median p50 where"
                        + " latency is recorded, else of the median time an operation (the inverse of operations a"
                        + " second)."
            })
    private @Nullable Reference reference;

    @Option(
            names = "--aeron-term-length",
            paramLabel = "BYTES",
            description =
                    "Term length of the Aeron reference, a power of two from 65536; default that of Oriel's"
                            + " driver. Over shm a stream, or messages that fill half of a term, wait for the driver when it is small.")
    private int aeronTermLength;

    @Option(
            names = "--shared-receives",
            description =
                    "With --op send: all endpoints of a side take their Receives from one shared queue, in which twice as"
                            + " many are posted as each would have of its own.")
    private boolean sharedReceives;

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs of runs with a reference; default 5.")
    private @Nullable Integer pairs;

    @Option(names = "--endpoints", paramLabel = "N", description = "Connections; default 1.")
    private int endpoints = 1;

    @Option(
            names = "--outstanding",
            paramLabel = "M",
            description = "Requests in flight on each endpoint; default 64 for rate, 16 for bandwidth, 1 for latency.")
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
            description = "With --pattern rate: an open loop of so many operations a second, with latencies from the"
                    + " intended times. Without it the loop is closed.")
    private long rate;

    @Option(
            names = "--no-halt",
            description =
                    "With --pattern wakeup, as root: have the kernel not halt idle processors meanwhile, as a host"
                            + " would be set up for low latency. Waking a halted one takes longer than all the rest.")
    private boolean noHalt;

    /** Puts the plan together; a mistake is reported as one of the command line. */
    PerfPlan plan(CommandLine command) {
        int sizeBytes = or(size, pattern == Pattern.BANDWIDTH ? LARGE : SMALL);
        try {
            Shape shape = new Shape(operation, pattern, sizeBytes);
            Load load = new Load(endpoints, inFlight(), signals(), rate);
            requireConsistent(command, load, sizeBytes);
            long count = iterations != null ? iterations : iterationsFor(sizeBytes);
            long first = warmup != null ? warmup : warmupFor(count);
            int runs = reference == null ? 1 : or(pairs, DEFAULT_PAIRS);
            return new PerfPlan(
                    new ScenarioConfig(medium, shape, load, sharedReceives, aeronTermLength),
                    count,
                    first,
                    runs,
                    subject(),
                    noHalt);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }

    /** The medium, on which two terminals meet, too. */
    Medium medium() {
        return medium;
    }

    private void requireConsistent(CommandLine command, Load load, int sizeBytes) {
        if (pairs != null && reference == null) {
            throw new ParameterException(
                    command, "--pairs needs a --reference to pair with: memory, aeron, socket or own");
        }
        if (rate > 0 && pattern != Pattern.RATE) {
            throw new ParameterException(command, "--rate needs --pattern rate");
        }
        if (aeronTermLength != 0 && reference != Reference.AERON) {
            throw new ParameterException(command, "--aeron-term-length needs --reference aeron");
        }
        if (sharedReceives && operation != Operation.SEND) {
            throw new ParameterException(command, "--shared-receives needs --op send");
        }
        if (reference == Reference.OWN && !sharedReceives) {
            throw new ParameterException(command, "--reference own needs --shared-receives");
        }
        requireTermLength();
        requireMediumOfReference(command);
        if (pattern == Pattern.WAKEUP) {
            requireWakeup(command, load, sizeBytes);
            return;
        }
        if (reference == Reference.SOCKET || noHalt) {
            throw new ParameterException(command, "--reference socket and --no-halt need --pattern wakeup");
        }
        boolean isStream = pattern != Pattern.LATENCY || operation == Operation.READ;
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

    private void requireMediumOfReference(CommandLine command) {
        if (medium == Medium.AUTO && reference != null) {
            throw new ParameterException(
                    command, "--reference stands beside one medium and needs --transport shm or udp, was auto");
        }
        if (medium == Medium.UDP && (reference == Reference.MEMORY || reference == Reference.SOCKET)) {
            String remedy = pattern == Pattern.WAKEUP ? "leave --reference out" : "use --reference aeron";
            throw new ParameterException(
                    command,
                    "--reference " + reference.name().toLowerCase(Locale.ROOT)
                            + " is of one host and needs --transport shm, was udp; with udp " + remedy);
        }
    }

    private void requireWakeup(CommandLine command, Load load, int sizeBytes) {
        boolean isOneByOne = load.endpoints() == 1 && load.outstanding() == 1;
        boolean isComparable = reference == null || reference == Reference.SOCKET;
        if (operation != Operation.SEND || !isComparable || !isOneByOne || sizeBytes < WakeMessage.MIN_LENGTH) {
            throw new ParameterException(
                    command,
                    "--pattern wakeup is for --op send, one endpoint, one outstanding, no reference but socket, and --size from "
                            + WakeMessage.MIN_LENGTH);
        }
    }

    private int inFlight() {
        return or(
                outstanding,
                switch (pattern) {
                    case LATENCY, WAKEUP -> 1;
                    case RATE -> RATE_OUTSTANDING;
                    case BANDWIDTH -> BANDWIDTH_OUTSTANDING;
                });
    }

    private int signals() {
        if (operation != Operation.WRITE || rate > 0) {
            return or(signalEvery, 1);
        }
        return or(signalEvery, pattern == Pattern.LATENCY ? 0 : Math.max(1, inFlight() / 2));
    }

    private @Nullable Subject subject() {
        if (reference == null) {
            return null;
        }
        return switch (reference) {
            case MEMORY -> Subject.MEMORY;
            case AERON -> Subject.AERON;
            case SOCKET -> Subject.SOCKET;
            case OWN -> Subject.OWN;
        };
    }

    private long warmupFor(long count) {
        return pattern == Pattern.WAKEUP ? WAKEUP_WARMUP : Math.max(MIN_WARMUP, count / WARMUP_PART);
    }

    private long iterationsFor(int sizeBytes) {
        if (pattern == Pattern.WAKEUP) {
            return WAKEUP_ITERATIONS;
        }
        return Math.max(MIN_ITERATIONS, Math.min(DEFAULT_ITERATIONS, DEFAULT_BYTES / sizeBytes));
    }

    private static int or(@Nullable Integer value, int defaultValue) {
        return value == null ? defaultValue : value;
    }
}
