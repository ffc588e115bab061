// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.cli;

import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.DeadProcesses;
import io.oriel.shm.directory.ProcessName;
import io.oriel.shm.directory.SocketNames;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The processes that have files in Oriel's directory: which of them live, and which run a media driver. */
final class Census {
    private static final String OWN_DRIVERS = "d-*";
    private static final String HOSTED_DRIVERS = "h-*";

    private final BaseDirectory base;
    private final ProcessName self = ProcessName.create();

    private Census(BaseDirectory base) {
        this.base = base;
    }

    /** Looks into a directory, before this process has files there: a line for each process, and for each of its drivers. */
    static List<String> of(SharedMemoryConfig config) {
        if (!Files.isDirectory(config.directory())) {
            return List.of();
        }
        return new Census(BaseDirectory.open(config.directory(), config.sharing())).lines();
    }

    private List<String> lines() {
        Map<String, List<String>> processes = new TreeMap<>(); // one that uses both media has two directories
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(base.path())) {
            for (Path entry : entries) {
                @Nullable
                ProcessName process = ProcessName.parse(entry.getFileName().toString());
                if (process != null) {
                    boolean isDead = DeadProcesses.isDead(base, process, self);
                    processes
                            .computeIfAbsent(describe(process, isDead), name -> new ArrayList<>())
                            .addAll(drivers(entry, isDead));
                }
            }
        } catch (IOException e) {
            processes.put("unreadable: " + e, List.of());
        }
        List<String> lines = new ArrayList<>();
        processes.forEach((process, drivers) -> {
            lines.add(process);
            lines.addAll(drivers);
        });
        return lines;
    }

    private String describe(ProcessName process, boolean isDead) {
        return process.describeTo(self) + ": "
                + (isDead ? "dead, its files go when the next adapter is opened" : "alive");
    }

    private List<String> drivers(Path directory, boolean isDead) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path driver : list(directory, OWN_DRIVERS)) {
            lines.add("  media driver of its own in " + driver);
        }
        for (Path driver : list(directory, HOSTED_DRIVERS)) {
            lines.add("  media driver " + connections(isDead) + " in " + driver);
        }
        return lines;
    }

    private String connections(boolean isDead) {
        Path socket = SocketNames.driver(base);
        return !isDead && Files.exists(socket) && !SocketNames.isStale(socket)
                ? "that takes connections on " + socket
                : "that takes no connections";
    }

    private static List<Path> list(Path directory, String names) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> drivers = Files.newDirectoryStream(directory, names)) {
            drivers.forEach(found::add);
        } catch (AccessDeniedException e) {
            // Another user's, who tells names to peers alone.
        }
        return found;
    }
}
