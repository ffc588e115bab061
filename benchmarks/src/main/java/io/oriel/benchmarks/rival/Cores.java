// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the two processes of a rival run: on one processor each, because both on one would take turns at the scheduler's pace.
 *
 * @param first  words before the command of the one process
 * @param second words before the command of the other
 */
record Cores(List<String> first, List<String> second) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu");

    /** Chooses two processors that this process may use, of two cores if there are; none if there are not two. */
    static Cores choose() {
        try {
            String allowed = Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(ALLOWED))
                    .map(line -> line.substring(ALLOWED.length()))
                    .findFirst()
                    .orElse("");
            List<Integer> processors = parse(allowed);
            if (processors.size() < 2) {
                return new Cores(List.of(), List.of());
            }
            int first = processors.get(0);
            List<Integer> siblings = parse(Files.readString(
                    PROCESSORS.resolve("cpu" + first).resolve("topology").resolve("thread_siblings_list")));
            int second = processors.stream()
                    .skip(1)
                    .filter(processor -> !siblings.contains(processor))
                    .findFirst()
                    .orElse(processors.get(1));
            return new Cores(pin(first), pin(second));
        } catch (IOException e) {
            return new Cores(List.of(), List.of());
        }
    }

    private static List<String> pin(int processor) {
        return List.of("taskset", "-c", Integer.toString(processor));
    }

    /** Reads a list such as {@code 0-2,8}. */
    static List<Integer> parse(String list) {
        List<Integer> processors = new ArrayList<>();
        for (String range : list.strip().split(",", -1)) {
            String[] ends = range.strip().split("-", 2);
            if (!ends[0].isEmpty()) {
                for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
                    processors.add(i);
                }
            }
        }
        return processors;
    }
}
