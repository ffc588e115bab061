// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import io.oriel.api.NetworkDirect;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Starts an example's second process, with the class path and the flag of the first. */
public final class TwoProcesses {
    private static final String CONNECT = "--connect";

    private TwoProcesses() {}

    /**
     * Starts the connecting side.
     *
     * @param example whose main it is
     * @param address where this process listens
     * @return the process, which writes to this one's console
     * @throws IOException if it cannot be started
     */
    public static Process connect(Class<?> example, InetSocketAddress address) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ")));
        System.getProperties().forEach((name, value) -> {
            if (name.toString().startsWith("oriel.")) {
                command.add("-D" + name + "=" + value);
            }
        });
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), example.getName(), CONNECT));
        command.add(address.getAddress().getHostAddress());
        command.add(Integer.toString(address.getPort()));
        return new ProcessBuilder(command).inheritIO().start();
    }

    /**
     * Tells whether this is the connecting side.
     *
     * @param arguments of main
     * @return true if {@link #connect} started this process
     */
    public static boolean isConnecting(String[] arguments) {
        return arguments.length == 3 && CONNECT.equals(arguments[0]);
    }

    /**
     * Returns where the first process listens.
     *
     * @param arguments of main
     * @return the address
     */
    public static InetSocketAddress address(String[] arguments) {
        return new InetSocketAddress(arguments[1], Integer.parseInt(arguments[2]));
    }
}
