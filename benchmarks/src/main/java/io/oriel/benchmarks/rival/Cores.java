// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.benchmarks.process.Processors;
import java.io.IOException;
import java.util.List;

/**
 * Where the two processes of a rival run: on one processor each, because both on one would take turns at the scheduler's pace.
 *
 * @param first  words before the command of the one process
 * @param second words before the command of the other
 */
record Cores(List<String> first, List<String> second) {
    /** Chooses two processors that this process may use, of two cores if there are; none if there are not two. */
    static Cores choose() {
        try {
            List<Integer> processors = Processors.allowed();
            if (processors.size() < 2) {
                return new Cores(List.of(), List.of());
            }
            List<List<Integer>> cores = Processors.cores();
            int second = cores.size() > 1 ? cores.get(1).get(0) : processors.get(1);
            return new Cores(pin(processors.get(0)), pin(second));
        } catch (IOException e) {
            return new Cores(List.of(), List.of());
        }
    }

    private static List<String> pin(int processor) {
        return List.of("taskset", "-c", Integer.toString(processor));
    }
}
