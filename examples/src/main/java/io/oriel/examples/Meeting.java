// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import io.oriel.api.Listener;
import io.oriel.api.NetworkDirect;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * Where the processes of an example meet, on which medium, and how they wait.
 *
 * <p>Without {@code --listen} and {@code --connect} the process listens on the loopback address, and starts the others
 * itself, with its own class path and flags.
 */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public final class Meeting {
    private final Class<?> example;

    @ArgGroup
    private @Nullable Place place;

    @Option(names = "--transport", paramLabel = "shm|udp", description = "the medium, the same on all sides")
    private Medium medium = OrielConfig.fromSystemProperties().medium();

    @Option(
            names = "--wait",
            paramLabel = "spin|sleep",
            defaultValue = "spin",
            description = "what to do while there is nothing to do; the default is ${DEFAULT-VALUE}")
    private Waiting waiting = Waiting.SPIN;

    @Option(
            names = "--seconds",
            defaultValue = "3",
            description = "for how long to measure, where something is measured; the default is ${DEFAULT-VALUE}")
    private int seconds;

    /** Which side this is; none starts all of them. */
    private static final class Place {
        @Option(
                names = "--listen",
                paramLabel = "ADDRESS:PORT",
                description = "be the side that listens",
                converter = Address.class)
        private @Nullable InetSocketAddress listener;

        @Option(
                names = "--connect",
                paramLabel = "ADDRESS:PORT",
                description = "be the side that connects; with neither, start both",
                converter = Address.class)
        private @Nullable InetSocketAddress peer;
    }

    private Meeting(Class<?> example) {
        this.example = example;
    }

    /**
     * Reads the arguments of an example; if they are wrong it shows how they should be, and the process ends.
     *
     * @param example   whose main it is
     * @param arguments of main
     * @param more      objects with options of the example's own, which are filled in
     * @return what they say
     */
    public static Meeting of(Class<?> example, String[] arguments, Object... more) {
        Meeting meeting = new Meeting(example);
        CommandLine line = meeting.commandLine(more);
        try {
            line.parseArgs(arguments);
        } catch (ParameterException e) {
            System.err.println(e.getMessage());
            line.usage(System.err);
            System.exit(CommandLine.ExitCode.USAGE);
        }
        if (line.isUsageHelpRequested()) {
            line.usage(System.out);
            System.exit(CommandLine.ExitCode.OK);
        }
        return meeting;
    }

    /** Reads arguments; a wrong one is an exception. */
    static Meeting parse(Class<?> example, String... arguments) {
        Meeting meeting = new Meeting(example);
        meeting.commandLine().parseArgs(arguments);
        return meeting;
    }

    private CommandLine commandLine(Object... more) {
        CommandLine line = new CommandLine(this);
        line.setCommandName(example.getSimpleName());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        for (Object options : more) {
            line.addMixin(options.getClass().getName(), options);
        }
        return line;
    }

    /** Reads an address of a known host; for options of examples' own too. */
    public static final class Address implements CommandLine.ITypeConverter<InetSocketAddress> {
        private static final int MAX_PORT = 65_535;

        /** For picocli. */
        public Address() {}

        @Override
        public InetSocketAddress convert(String text) {
            int colon = text.lastIndexOf(':');
            if (colon <= 0 || !isPort(text.substring(colon + 1))) {
                throw new TypeConversionException(wrong(text));
            }
            InetSocketAddress address =
                    new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
            if (address.isUnresolved()) {
                throw new TypeConversionException(wrong(text));
            }
            return address;
        }

        private static boolean isPort(String text) {
            return text.matches("\\d{1,5}") && Integer.parseInt(text) <= MAX_PORT;
        }

        private static String wrong(String text) {
            return "'" + text + "' is no address of a known host; write ADDRESS:PORT, such as 127.0.0.1:7000";
        }
    }

    /**
     * Returns how Oriel is to be opened.
     *
     * @return the configuration, on the medium that was asked for
     */
    public OrielConfig config() {
        return OrielConfig.fromSystemProperties().withMedium(medium);
    }

    /**
     * Returns how to wait.
     *
     * @return what was asked for
     */
    public Waiting waiting() {
        return waiting;
    }

    /**
     * Returns for how long to measure.
     *
     * @return what was asked for
     */
    public int seconds() {
        return seconds;
    }

    /**
     * Returns where the adapter is to be opened, so that the other side can reach it.
     *
     * @return an address of this host
     * @throws IOException if there is no way to the other side
     */
    public InetAddress localAddress() throws IOException {
        if (!isConnecting()) {
            return address().getAddress();
        }
        try (DatagramSocket probe = new DatagramSocket()) {
            probe.connect(address()); // sends nothing: it only chooses the way
            return probe.getLocalAddress();
        }
    }

    /**
     * Tells which side this process is.
     *
     * @return true if it connects, false if it listens
     */
    public boolean isConnecting() {
        return place != null && place.peer != null;
    }

    /**
     * Tells whether this process is to start the others.
     *
     * @return true unless it was told where to listen or to connect
     */
    public boolean isStartingPeers() {
        return place == null;
    }

    /**
     * Returns where the sides meet.
     *
     * @return where the one listens and the other connects to; with port 0 the listener chooses
     */
    public InetSocketAddress address() {
        if (place != null && place.peer != null) {
            return place.peer;
        }
        if (place != null && place.listener != null) {
            return place.listener;
        }
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /**
     * Says where this process listens, or starts a process that connects.
     *
     * @param listener that listens already; it is closed if that process fails, so that nobody waits for it
     * @param more     arguments of the example's own for that process
     * @return what ends when the peer has, at once if this process has not started it
     * @throws IOException if it cannot be started
     */
    public Peer invite(Listener listener, String... more) throws IOException {
        return invite(listener.localAddress(), listener::close, more);
    }

    /**
     * Says where this process listens, or starts a process that connects.
     *
     * @param here      where it listens already
     * @param onFailure what to do if that process fails, on another thread
     * @param more      arguments of the example's own for that process
     * @return what ends when the peer has, at once if this process has not started it
     * @throws IOException if it cannot be started
     */
    public Peer invite(InetSocketAddress here, Runnable onFailure, String... more) throws IOException {
        String text = here.getAddress().getHostAddress() + ":" + here.getPort();
        if (!isStartingPeers()) {
            System.out.println("listening on " + text + ", --wait " + waiting);
            return Peer.elsewhere();
        }
        List<String> all = new ArrayList<>(List.of("--connect", text));
        all.addAll(List.of(more));
        ProcessBuilder command = command(waiting, all.toArray(String[]::new));
        System.out.println("started the other side, --wait " + waiting);
        return Peer.started(command.inheritIO().start(), onFailure);
    }

    /**
     * Returns the command of another process of this example, on the same medium, with this one's class path and flags.
     *
     * @param wait what that process does while it has nothing to do
     * @param more further arguments
     * @return the command, not started
     */
    public ProcessBuilder command(Waiting wait, String... more) {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ")));
        System.getProperties().forEach((name, value) -> {
            if (name.toString().startsWith("oriel.")) {
                command.add("-D" + name + "=" + value);
            }
        });
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), example.getName()));
        command.addAll(List.of("--transport", medium.name(), "--wait", wait.name()));
        command.addAll(List.of("--seconds", Integer.toString(seconds)));
        command.addAll(List.of(more));
        return new ProcessBuilder(command);
    }
}
