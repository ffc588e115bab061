// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.NetworkDirect;
import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.JvmSubject;
import io.oriel.benchmarks.contender.LocalContender;
import io.oriel.benchmarks.contender.PeerServer;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.measure.ProgressLine;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.process.Processors;
import io.oriel.benchmarks.report.Machine;
import io.oriel.benchmarks.report.PerfFiles;
import io.oriel.benchmarks.report.PerfJson;
import io.oriel.benchmarks.report.PerfTable;
import io.oriel.benchmarks.rig.Floor;
import io.oriel.benchmarks.rig.Lineup;
import io.oriel.benchmarks.rig.Lineup.Entry;
import io.oriel.benchmarks.rig.Trial;
import io.oriel.benchmarks.rig.Trial.Effort;
import io.oriel.benchmarks.rig.TrialOutcome;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import io.oriel.benchmarks.session.MessageChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Measures latency, rate or bandwidth between two processes. */
@Command(
        name = "perf",
        description = {
            "Measures Sends, Writes and Reads between two processes that it starts, or between two terminals with --listen"
                    + " and --connect.",
            "Payloads are checked by sample in timed runs and byte by byte afterwards. Without options: latency of"
                    + " Sends of 32 bytes."
        })
final class PerfCommand implements Callable<Integer> {
    /** The reference of shared Receives: Oriel with Receives of its own. */
    private static final String OWN = "own";

    private static final int DEFAULT_PAIRS = 5;
    private static final double DEFAULT_SECONDS = 1;
    private static final double DEFAULT_WAKEUP_SECONDS = 6;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set before the command runs.
    private CommandSpec spec;

    @Mixin
    private final PerfOptions options = new PerfOptions();

    @Mixin
    private final ResultFiles files = new ResultFiles();

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the numbers there as a table.")
    private @Nullable Path csv;

    @Option(
            names = "--hgrm",
            paramLabel = "DIR",
            description =
                    "Write each histogram there: .hgrm files and .hlog files, which HdrHistogram's plotter and log"
                            + " analyzer read.")
    private @Nullable Path hgrm;

    @Option(
            names = "--reference",
            split = ",",
            description = {
                "aeron: raw Aeron IPC, or over udp raw Aeron UDP, moved by the thread that sends and polls on each side."
                        + " Over shm also memory: a copy and a flag in mapped memory; socket: a Unix-domain socket, with a"
                        + " selector for wakeup; own, for --shared-receives: Oriel without. Others are the rivals of"
                        + " compare --peers. Each runs in two processes of its own; runs take turns. Several are separated"
                        + " by commas.",
                "The ratio is Oriel's time divided by the reference's, below 1 Oriel is faster: of the p50 where latency is"
                        + " recorded, else of the time an operation; the median over the pairs."
            })
    private List<String> references = new ArrayList<>();

    @Option(names = "--pairs", paramLabel = "N", description = "Pairs of runs with a reference; default 5.")
    private @Nullable Integer pairs;

    @Option(
            names = "--iterations",
            paramLabel = "N",
            description = "Operations of a timed run; default as many as take --duration.")
    private @Nullable Long iterations;

    @Option(
            names = "--duration",
            paramLabel = "SECONDS",
            description = "How long a timed run takes; default 1, for wakeup 6.")
    private @Nullable Double duration;

    @Option(
            names = "--warmup",
            paramLabel = "SECONDS",
            description =
                    "After how long warming up is given up, if the compilers of both processes are not idle before;"
                            + " default 20.")
    private double warmup = 20;

    @Option(
            names = "--no-halt",
            description =
                    "With --pattern wakeup, as root: have the kernel not halt idle processors meanwhile, as a host"
                            + " would be set up for low latency. Waking a halted one takes longer than all the rest.")
    private boolean noHalt;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            description = "host:port or port. Wait for one --connect and do the responder's half; all other options"
                    + " but --transport are the other terminal's. Over udp, an address that the other host reaches.",
            converter = AddressConverter.class)
    private @Nullable InetSocketAddress listen;

    @Option(
            names = "--connect",
            paramLabel = "ADDRESS",
            description = "host:port or port of a --listen in another terminal; measure with it.",
            converter = AddressConverter.class)
    private @Nullable InetSocketAddress connect;

    @Override
    public Integer call() {
        NetworkDirect.requireOpenJdkInternals();
        requireConsistent();
        if (listen != null) {
            return serve(listen);
        }
        List<List<Entry>> trials = options.scenarios(spec.commandLine()).stream()
                .map(this::entries)
                .toList();
        Effort effort = effort();
        List<TrialOutcome> outcomes =
                noHalt ? Processors.awakeDuring(() -> measure(trials, effort)) : measure(trials, effort);
        Machine machine = Machine.current();
        spec.commandLine().getOut().println(PerfTable.of(outcomes, machine, noHalt));
        files.write(PerfJson.of(Main.typed(spec), outcomes, machine, noHalt));
        if (csv != null) {
            PerfFiles.csv(outcomes, csv);
        }
        if (hgrm != null) {
            PerfFiles.histograms(outcomes, hgrm);
        }
        return outcomes.stream().allMatch(TrialOutcome::isValid) ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private List<TrialOutcome> measure(List<List<Entry>> trials, Effort effort) {
        try (ProgressLine progress = new ProgressLine();
                @Nullable Floor floor = effort.watchesFloor() ? new Floor() : null) {
            Trial trial = new Trial(effort, progress, floor == null ? null : floor::measureNs);
            if (connect == null) {
                return measure(trial, trials, entry -> entry.subject().open(entry.config()));
            }
            try (ControlChannel channel = MessageChannel.connect(options.medium(), connect)) {
                List<TrialOutcome> outcomes = measure(
                        trial,
                        trials,
                        entry -> new LocalContender((JvmSubject) entry.subject(), entry.config(), channel));
                channel.send("exit");
                return outcomes;
            }
        }
    }

    private static List<TrialOutcome> measure(
            Trial trial, List<List<Entry>> trials, Function<Entry, Contender> opening) {
        List<TrialOutcome> outcomes = new ArrayList<>();
        try (Lineup lineup = new Lineup(opening)) {
            for (List<Entry> entries : trials) {
                lineup.enter(entries);
                outcomes.add(trial.run(lineup));
            }
        }
        return outcomes;
    }

    private int serve(InetSocketAddress address) {
        try (ControlChannel channel = MessageChannel.listen(
                options.medium(),
                address,
                bound -> spec.commandLine().getErr().println("listening on " + AddressConverter.print(bound)))) {
            new PeerServer(channel).serve();
        }
        return ExitCode.OK;
    }

    private List<Entry> entries(ScenarioConfig scenario) {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry(Subjects.named(Subjects.ORIEL), scenario));
        for (String name : references) {
            if (name.equals(OWN) && scenario.sharesReceives()) {
                entries.add(new Entry(OWN, entries.get(0).subject(), scenario.withSharedReceives(false)));
                continue;
            }
            Subject reference = Subjects.named(name);
            if (!reference.canDo(scenario) || (connect != null && !runsHere(reference))) {
                throw wrong("--reference " + name + " has nothing like " + options.words()
                        + "; of those that have, there are " + String.join(", ", Subjects.whoCan(scenario)));
            }
            @Nullable String missing = reference.missing();
            if (missing != null) {
                throw wrong("--reference " + name + " is not on this machine; install it with: " + missing);
            }
            entries.add(new Entry(reference, scenario));
        }
        return entries;
    }

    /** Whether it can have a side in this process, which has no flags but those of the command line. */
    private static boolean runsHere(Subject reference) {
        return reference instanceof JvmSubject subject && subject.jvmFlags().isEmpty();
    }

    private Effort effort() {
        try {
            double seconds = duration != null
                    ? duration
                    : options.pattern() == Pattern.WAKEUP ? DEFAULT_WAKEUP_SECONDS : DEFAULT_SECONDS;
            int rounds = pairs != null ? pairs : references.isEmpty() ? 1 : DEFAULT_PAIRS;
            return new Effort(
                    rounds,
                    iterations == null ? 0 : iterations,
                    nanos(seconds),
                    nanos(warmup),
                    !references.isEmpty() && connect == null && warmup > 0);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private void requireConsistent() {
        if (listen != null && connect != null) {
            throw wrong("--listen and --connect are for two terminals; choose one");
        }
        if (pairs != null && references.isEmpty()) {
            throw wrong("--pairs needs a --reference to pair with");
        }
        if (noHalt && options.pattern() != Pattern.WAKEUP) {
            throw wrong("--no-halt needs --pattern wakeup");
        }
        if (iterations != null && duration != null) {
            throw wrong("--iterations and --duration exclude each other");
        }
        if (iterations != null && iterations < 1) {
            throw wrong("--iterations must be at least 1, was " + iterations);
        }
    }

    private ParameterException wrong(@Nullable String message) {
        return new ParameterException(spec.commandLine(), String.valueOf(message));
    }

    private static long nanos(double seconds) {
        return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    /** Reads {@code host:port}, {@code [host]:port} or {@code port}, which is one of the loopback address. */
    static final class AddressConverter implements ITypeConverter<InetSocketAddress> {
        private static final int MAX_PORT = 65535;

        @Override
        public InetSocketAddress convert(String text) {
            int colon = text.lastIndexOf(':');
            int port = port(text, text.substring(colon + 1));
            if (colon < 0) {
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            }
            InetSocketAddress address = new InetSocketAddress(text.substring(0, colon), port);
            if (address.isUnresolved()) {
                throw new TypeConversionException("'" + text.substring(0, colon) + "' is not a known host");
            }
            return address;
        }

        /** The form that {@link #convert} reads. */
        static String print(InetSocketAddress address) {
            String host = address.getAddress().getHostAddress();
            return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
        }

        private static int port(String text, String digits) {
            try {
                int port = Integer.parseInt(digits);
                if (port >= 0 && port <= MAX_PORT) {
                    return port;
                }
            } catch (NumberFormatException e) {
                // Reported below, with the whole text.
            }
            throw new TypeConversionException(
                    "'" + text + "' is no address; write host:port or port, such as 127.0.0.1:7000");
        }
    }
}
