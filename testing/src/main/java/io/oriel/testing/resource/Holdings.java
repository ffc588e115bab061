// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.resource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What this process holds of the operating system's, as its kernel tells. */
public final class Holdings {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final Path MAPPINGS = Path.of("/proc/self/maps");
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(20);
    private static final long PERIOD_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private Holdings() {}

    /** Counts the open descriptors of each kind: sockets, pipes, the kernel's own, and files. */
    public static Map<String, Long> descriptors() {
        try (Stream<Path> links = Files.list(DESCRIPTORS)) {
            return links.map(Holdings::kindOf)
                    .filter(kind -> !kind.isEmpty())
                    .collect(Collectors.groupingBy(kind -> kind, TreeMap::new, Collectors.counting()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tells whether there are no more descriptors of any kind than there were, when some may still have been on their way out. */
    public static boolean areAtMost(Map<String, Long> before) {
        return descriptors().entrySet().stream()
                .allMatch(each -> each.getValue() <= before.getOrDefault(each.getKey(), 0L));
    }

    private static String kindOf(Path link) {
        try {
            String target = Files.readSymbolicLink(link).toString();
            int inode = target.indexOf(":[");
            String kind = inode < 0 ? target : target.substring(0, inode);
            return kind.startsWith("/proc/") ? "" : kind; // that is what is looked with
        } catch (IOException e) {
            return ""; // closed meanwhile
        }
    }

    /** Counts the mappings of files below a directory, those included whose name is gone. */
    public static long mappingsBelow(Path directory) {
        try (Stream<String> lines = Files.lines(MAPPINGS)) {
            return lines.filter(line -> line.contains(" " + directory + "/")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for a state that nothing announces; false if a test's patience is at its end. */
    public static boolean becomes(BooleanSupplier state) {
        long startNs = System.nanoTime();
        while (!state.getAsBoolean()) {
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                return false;
            }
            LockSupport.parkNanos(PERIOD_NS);
        }
        return true;
    }
}
