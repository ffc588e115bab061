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
import java.util.Locale;

/**
 * Where the two processes of an example meet, and on which medium.
 *
 * <p>Without {@code --listen} and {@code --connect} the process listens on the loopback address, and starts the other one
 * itself, with its own class path and flags.
 */
public final class Meeting {
    private static final String USAGE =
            "[--listen ADDRESS:PORT | --connect ADDRESS:PORT] [--transport shm|udp], the transport the same on both sides";

    private final Class<?> example;
    private Medium medium = OrielConfig.fromSystemProperties().medium();
    private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private boolean isConnecting;
    private boolean startsPeer = true;

    private Meeting(Class<?> example) {
        this.example = example;
    }

    /**
     * Reads the arguments of an example.
     *
     * @param example   whose main it is
     * @param arguments of main
     * @return what they say
     * @throws IllegalArgumentException if one is wrong
     */
    public static Meeting of(Class<?> example, String[] arguments) {
        Meeting meeting = new Meeting(example);
        for (int i = 0; i < arguments.length; i += 2) {
            meeting.option(arguments[i], i + 1 < arguments.length ? arguments[i + 1] : "");
        }
        return meeting;
    }

    private void option(String name, String value) {
        switch (name) {
            case "--transport" -> medium = medium(value);
            case "--listen", "--connect" -> {
                if (!startsPeer) {
                    throw new IllegalArgumentException(
                            "choose one of --listen and --connect; the options are " + USAGE);
                }
                address = address(value);
                isConnecting = name.equals("--connect");
                startsPeer = false;
            }
            default ->
                throw new IllegalArgumentException("'" + name + "' is no option of an example; they are " + USAGE);
        }
    }

    private static Medium medium(String text) {
        try {
            return Medium.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--transport must be shm or udp, was '" + text + "'", e);
        }
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        try {
            InetSocketAddress address =
                    new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
            if (!address.isUnresolved()) {
                return address;
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IllegalArgumentException(wrongAddress(text), e);
        }
        throw new IllegalArgumentException(wrongAddress(text));
    }

    private static String wrongAddress(String text) {
        return "'" + text + "' is no address of a known host; write ADDRESS:PORT, such as 127.0.0.1:7000";
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
     * Returns where the adapter is to be opened, so that the other side can reach it.
     *
     * @return an address of this host
     * @throws IOException if there is no way to the other side
     */
    public InetAddress localAddress() throws IOException {
        if (!isConnecting) {
            return address.getAddress();
        }
        try (DatagramSocket probe = new DatagramSocket()) {
            probe.connect(address); // sends nothing: it only chooses the way
            return probe.getLocalAddress();
        }
    }

    /**
     * Tells which side this process is.
     *
     * @return true if it connects, false if it listens
     */
    public boolean isConnecting() {
        return isConnecting;
    }

    /**
     * Returns where the sides meet.
     *
     * @return where the one listens and the other connects to; with port 0 the listener chooses
     */
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Says where this process listens, or starts the process that connects.
     *
     * @param listener that listens already
     * @return what ends when the peer has, at once if this process has not started it
     * @throws IOException if it cannot be started
     */
    public Peer invite(Listener listener) throws IOException {
        InetSocketAddress place = listener.localAddress();
        String text = place.getAddress().getHostAddress() + ":" + place.getPort();
        if (!startsPeer) {
            System.out.println("listening on " + text);
            return () -> {};
        }
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ")));
        System.getProperties().forEach((name, value) -> {
            if (name.toString().startsWith("oriel.")) {
                command.add("-D" + name + "=" + value);
            }
        });
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), example.getName()));
        command.addAll(List.of("--connect", text, "--transport", medium.name()));
        return new ProcessBuilder(command).inheritIO().start()::waitFor;
    }

    /** The other side, as far as this one looks after it. */
    @FunctionalInterface
    public interface Peer {
        /**
         * Waits until the process has ended that this one has started.
         *
         * @throws InterruptedException if this thread is interrupted meanwhile
         */
        void await() throws InterruptedException;
    }
}
