// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What has happened in a simulation: the last of it in words, all of it in one number. */
final class SimulationTrace {
    private static final int MOST_LINES = 100;
    private static final long PRIME = 0x100000001B3L;
    private static final long NANOS_IN_MICRO = 1_000;

    private final Deque<String> lines = new ArrayDeque<>();
    private long fingerprint = 0xCBF29CE484222325L;

    void add(long nowNs, String process, String event) {
        String line = nowNs / NANOS_IN_MICRO + " us: " + process + " " + event;
        if (lines.size() == MOST_LINES) {
            lines.remove();
        }
        lines.add(line);
        for (int i = 0; i < line.length(); i++) {
            fingerprint = (fingerprint ^ line.charAt(i)) * PRIME; // FNV-1a
        }
        fingerprint = (fingerprint ^ nowNs) * PRIME;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    long fingerprint() {
        return fingerprint;
    }
}
