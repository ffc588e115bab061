// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.Adapter;
import io.oriel.api.AdapterInfo;
import io.oriel.api.NdException;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharingConfig;
import io.oriel.api.config.UdpConfig;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.report.Machine;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What this host, this JVM and its adapters offer, as text. */
final class InfoReport {
    private static final long MIB = 1L << 20;
    private static final String CONTINUATION = String.format("%n%22s", "");

    private final StringBuilder text = new StringBuilder();

    private InfoReport() {}

    /**
     * Looks around. Opens an adapter on each address of this host and each medium, and closes it again.
     *
     * @param config how Oriel is to be opened
     * @return lines, without a line break after the last
     */
    static String of(OrielConfig config) {
        InfoReport report = new InfoReport();
        report.jvm();
        report.heading("Transport");
        report.line("configured", Subject.lower(config.medium()));
        report.directory(config);
        report.driver(config);
        report.udp(config.udp());
        for (Medium medium : Medium.values()) {
            report.adapters(config.withMedium(medium));
        }
        return report.text.toString().stripTrailing();
    }

    private void jvm() {
        heading("JVM");
        line("JDK", Machine.current().jdk());
        line("collector", collectors());
        line("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        line("required flag", NetworkDirect.REQUIRED_JVM_FLAG + " (" + (isOpen() ? "present" : "MISSING") + ")");
    }

    private void directory(OrielConfig config) {
        heading("Shared memory");
        Path directory = config.sharedMemory().directory();
        line("directory", directory + (Files.isDirectory(directory) ? "" : " (not made yet)"));
        line("met there", met(config.sharedMemory().sharing()));
        space("free there", nearestExisting(directory));
        space("free in /dev/shm", Path.of("/dev/shm"));
    }

    private static String met(SharingConfig sharing) {
        String users = sharing.users().isEmpty() ? "" : ", of them " + String.join(", ", sharing.users());
        return (sharing.group().isEmpty() ? "processes of this user" : "users of group " + sharing.group() + users)
                + (sharing.scope().isEmpty() ? " in this network namespace" : " in the scope " + sharing.scope())
                + "; memory is " + sharing.access();
    }

    private void driver(OrielConfig config) {
        heading("Media driver");
        line("mode", config.driver().mode().name());
        line("term length", bytes(config.driver().termLength()));
        line("frame length", bytes(config.driver().mtuLength()));
        int links = config.driver().links();
        line("links", format("at least %,d: %,d adapters that all talk to each other", links, meshOf(links)));
        List<String> processes = Census.of(config.sharedMemory());
        line("processes", processes.isEmpty() ? "none" : String.join(CONTINUATION, processes));
    }

    /** Returns how many adapters have a link with each other if there are so many links. */
    private static int meshOf(int links) {
        return (int) ((1 + Math.sqrt(1 + 8.0 * links)) / 2);
    }

    private void udp(UdpConfig config) {
        heading("UDP");
        line("driver mode", config.driverMode().name());
        line("ports", config.firstPort() == 0 ? "any" : config.firstPort() + " to " + config.lastPort());
        line("term length", bytes(config.termLength()));
        line("datagram length", bytes(config.mtuLength()));
        line("socket buffers", bytes(config.socketBufferLength()));
    }

    private void adapters(OrielConfig config) {
        // Addresses whose adapters can do the same are shown together.
        Map<AdapterInfo, List<String>> addresses = new LinkedHashMap<>();
        try (Provider provider = NetworkDirect.open(config)) {
            for (InetAddress address : provider.addresses()) {
                try (Adapter adapter = provider.openAdapter(address)) {
                    addresses
                            .computeIfAbsent(adapter.info(), info -> new ArrayList<>())
                            .add(address.getHostAddress());
                }
            }
        } catch (NdException e) {
            heading("Adapters on " + Subject.lower(config.medium()));
            line("none", String.valueOf(e.getMessage()));
        }
        addresses.forEach(this::adapter);
    }

    private void adapter(AdapterInfo info, List<String> addresses) {
        heading("Adapters on " + info.medium());
        line("addresses", String.join(CONTINUATION, addresses));
        line("receive queue", "up to " + info.queues().maxReceiveQueueDepth() + " requests");
        line("initiator queue", "up to " + info.queues().maxInitiatorQueueDepth() + " requests");
        line("shared receives", "up to " + info.queues().maxSharedReceiveQueueDepth() + " in a queue");
        line("completion queue", "up to " + info.queues().maxCompletionQueueDepth() + " entries asked for");
        line(
                "entries of a list",
                format(
                        "Receive %d, Send and Write %d, Read %d",
                        info.requests().maxReceiveSge(),
                        info.requests().maxInitiatorSge(),
                        info.requests().maxReadSge()));
        line("transfer", "up to " + bytes(info.requests().maxTransferLength()));
        line("inline data", "up to " + bytes(info.requests().maxInlineDataSize()));
        line("region", "up to " + bytes(info.memory().maxRegistrationSize()));
        line("window", "up to " + bytes(info.memory().maxWindowSize()));
        line(
                "Reads in progress",
                format(
                        "inbound %d, outbound %d",
                        info.connections().maxInboundReadLimit(),
                        info.connections().maxOutboundReadLimit()));
        line(
                "private data",
                format(
                        "of a Connect %d bytes, of an Accept or Reject %d bytes",
                        info.connections().maxCallerData(), info.connections().maxCalleeData()));
        line("flags", format("0x%X", info.flags()));
    }

    private void space(String name, Path path) {
        try {
            FileStore store = Files.getFileStore(path);
            line(name, format("%,d of %,d MiB", store.getUsableSpace() / MIB, store.getTotalSpace() / MIB));
        } catch (IOException e) {
            line(name, "unknown: " + e);
        }
    }

    private void heading(String title) {
        text.append(text.isEmpty() ? "" : "\n").append(title).append('\n');
    }

    private void line(String name, String value) {
        text.append(format("  %-20s%s%n", name, value));
    }

    private static Path nearestExisting(Path path) {
        Path existing = path;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return existing;
    }

    private static boolean isOpen() {
        return Object.class.getModule().isOpen("jdk.internal.misc", NetworkDirect.class.getModule());
    }

    private static String collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(GarbageCollectorMXBean::getName)
                .collect(Collectors.joining(", "));
    }

    private static String bytes(long count) {
        return format("%,d bytes", count);
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
