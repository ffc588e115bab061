// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.DeadProcesses;
import io.oriel.shm.directory.ProcessName;
import io.oriel.shm.directory.SocketNames;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    /** Looks into a directory, before this process has files there; a line for each process. */
    static List<String> of(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        return new Census(BaseDirectory.open(directory)).lines();
    }

    private List<String> lines() {
        List<String> lines = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(base.path())) {
            for (Path entry : entries) {
                @Nullable
                ProcessName process = ProcessName.parse(entry.getFileName().toString());
                if (process != null) {
                    lines.add(describe(process, entry));
                }
            }
        } catch (IOException e) {
            lines.add("unreadable: " + e);
        }
        return lines;
    }

    private String describe(ProcessName process, Path directory) throws IOException {
        boolean isDead = DeadProcesses.isDead(base, process, self);
        String life = isDead ? "dead, its files go when the next adapter is opened" : "alive";
        return "process " + process.pid() + ": " + life + drivers(directory, isDead);
    }

    private String drivers(Path directory, boolean isDead) throws IOException {
        String own = has(directory, OWN_DRIVERS) ? (isDead ? ", had" : ", has") + " a media driver of its own" : "";
        return own + (has(directory, HOSTED_DRIVERS) ? ", " + hosted(isDead) : "");
    }

    private String hosted(boolean isDead) {
        Path socket = SocketNames.driver(base);
        if (isDead) {
            return "ran a media driver";
        }
        return Files.exists(socket) && !SocketNames.isStale(socket)
                ? "runs the media driver, which takes connections on " + socket
                : "runs a media driver that takes no connections";
    }

    private static boolean has(Path directory, String names) throws IOException {
        try (DirectoryStream<Path> drivers = Files.newDirectoryStream(directory, names)) {
            return drivers.iterator().hasNext();
        }
    }
}
