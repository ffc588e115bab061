// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.testing.heap.host.Dice;
import io.oriel.testing.heap.host.HeapConditions;
import io.oriel.testing.heap.host.VirtualTime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A simulated host: its time, its processes, and the addresses where they listen. */
public final class HeapMedium {
    private static final int FIRST_EPHEMERAL_PORT = 49152;
    private static final int LAST_PORT = 65535;

    private final VirtualTime time;
    private final HeapConditions conditions;
    private final Dice dice;
    /** By port, then by host. */
    private final Map<Integer, Map<InetAddress, HeapPort>> listeners = new HashMap<>();

    private final HeapNetwork network = new HeapNetwork(this);
    private BiConsumer<HeapProcess, CrashPoint> onStep = (process, point) -> {};
    private final List<String> violations = new ArrayList<>();
    private long errors;
    private long processes;

    /**
     * Creates a host without processes.
     *
     * @param conditions how it behaves
     */
    public HeapMedium(HeapConditions conditions) {
        this.conditions = conditions;
        time = new VirtualTime(conditions.seed());
        dice = new Dice(conditions);
    }

    /**
     * Returns the host's clock and agenda.
     *
     * @return the time
     */
    public VirtualTime time() {
        return time;
    }

    /**
     * Starts a process.
     *
     * @return the process
     */
    public HeapProcess newProcess() {
        return new HeapProcess(this, ++processes);
    }

    /**
     * Returns what is between the processes.
     *
     * @return the network
     */
    public HeapNetwork network() {
        return network;
    }

    /**
     * Sets what is told of each step of each process.
     *
     * @param listener called just after the step, and after the death that it was the last before
     */
    public void onStep(BiConsumer<HeapProcess, CrashPoint> listener) {
        onStep = listener;
    }

    void stepped(HeapProcess process, CrashPoint point) {
        onStep.accept(process, point);
    }

    /**
     * Returns what users of the medium did against its rules.
     *
     * @return a sentence for each; empty if all was well
     */
    public List<String> violations() {
        return List.copyOf(violations);
    }

    /** Something was thrown that an agent or a medium only reports. */
    void report(Throwable error) {
        errors += error == null ? 0 : 1;
    }

    /** Returns how often something was thrown where it is only reported. */
    public long errors() {
        return errors;
    }

    HeapConditions conditions() {
        return conditions;
    }

    Dice dice() {
        return dice;
    }

    void requireRule(boolean kept, String rule) {
        if (!kept) {
            String where = StackWalker.getInstance()
                    .walk(frames -> frames.map(String::valueOf)
                            .filter(frame -> !frame.startsWith(HeapMedium.class.getPackageName()))
                            .limit(3)
                            .collect(Collectors.joining(", from ")));
            violations.add(rule + ": at " + where);
        }
    }

    InetSocketAddress listen(HeapPort port, InetSocketAddress asked) {
        InetAddress host = asked.getAddress();
        if (host == null || !(host.isAnyLocalAddress() || HeapTransport.ADDRESSES.contains(host))) {
            throw new NdException(NdStatus.INVALID_ADDRESS, asked + " is not an address of the host in the heap");
        }
        InetSocketAddress address = asked.getPort() == 0 ? new InetSocketAddress(host, freePort()) : asked;
        for (InetAddress taken : listenersOf(address.getPort()).keySet()) {
            if (overlap(taken, host)) {
                throw new NdException(NdStatus.SHARING_VIOLATION, address + " is listened on already, by " + taken);
            }
        }
        listeners
                .computeIfAbsent(address.getPort(), unused -> new LinkedHashMap<>())
                .put(host, port);
        return address;
    }

    void unlisten(HeapPort port, InetSocketAddress address) {
        listenersOf(address.getPort()).remove(address.getAddress(), port);
    }

    void unlistenAll(HeapPort port) {
        listeners.values().forEach(hosts -> hosts.values().removeIf(each -> each == port));
    }

    @Nullable
    HeapPort listenerAt(InetSocketAddress destination) {
        Map<InetAddress, HeapPort> hosts = listenersOf(destination.getPort());
        HeapPort exact = hosts.get(destination.getAddress());
        return exact != null ? exact : wildcardListener(hosts);
    }

    private Map<InetAddress, HeapPort> listenersOf(int portNumber) {
        return listeners.getOrDefault(portNumber, Map.of());
    }

    private static @Nullable HeapPort wildcardListener(Map<InetAddress, HeapPort> hosts) {
        for (Map.Entry<InetAddress, HeapPort> each : hosts.entrySet()) {
            if (each.getKey().isAnyLocalAddress()) {
                return each.getValue();
            }
        }
        return null;
    }

    private int freePort() {
        for (int port = FIRST_EPHEMERAL_PORT; port <= LAST_PORT; port++) {
            if (listenersOf(port).isEmpty()) {
                return port;
            }
        }
        throw new NdException(NdStatus.TOO_MANY_ADDRESSES, "every port of the host in the heap is taken");
    }

    private static boolean overlap(InetAddress one, InetAddress other) {
        return one.equals(other) || one.isAnyLocalAddress() || other.isAnyLocalAddress();
    }
}
