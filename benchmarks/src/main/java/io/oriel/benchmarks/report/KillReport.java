// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.kill.KillRun;
import io.oriel.benchmarks.measure.LatencyNanos;
import java.util.Locale;

/** The outcome of {@code kill}. */
public final class KillReport {
    private static final int SHOWN_FAULTS = 10;

    private KillReport() {}

    /**
     * Makes the document for machines.
     *
     * @param outcome to tell of
     * @param machine that it was measured on
     * @return the document
     */
    public static ObjectNode json(KillRun.Outcome outcome, Machine machine) {
        ObjectNode document = JsonFile.object();
        document.put("transport", Subject.lower(outcome.plan().medium()));
        document.put("pattern", "kill");
        document.put("rounds", outcome.plan().rounds());
        document.put("outstanding", outcome.plan().outstanding());
        document.put("processes", 2);
        document.set("killToCompletionsNanos", JsonFile.latency(outcome.completions()));
        document.set("killToDisconnectNanos", JsonFile.latency(outcome.disconnect()));
        document.put("errors", outcome.faults().size());
        document.put("verified", outcome.faults().isEmpty());
        document.set("machine", machine.json());
        return document;
    }

    /**
     * Makes the table for people.
     *
     * @param outcome to tell of
     * @return lines, without a line break after the last
     */
    public static String table(KillRun.Outcome outcome) {
        StringBuilder text = new StringBuilder();
        text.append(format(
                "%d kills over %s, each with %d Sends and %d Receives outstanding%n%n",
                outcome.plan().rounds(),
                Subject.lower(outcome.plan().medium()),
                outcome.plan().outstanding(),
                outcome.plan().outstanding()));
        text.append(format("  %-36s%12s%12s%12s%n", "from the kill, in ms", "p50", "p99", "max"));
        text.append(row("to the last completion", outcome.completions()));
        text.append(row("to the end of notifyDisconnect", outcome.disconnect()));
        text.append(format("%n"));
        if (outcome.faults().isEmpty()) {
            text.append("  each request completed once, with the right status");
        } else {
            text.append(
                    format("  %d FAULTS, the first of them:", outcome.faults().size()));
            outcome.faults().stream().limit(SHOWN_FAULTS).forEach(fault -> text.append(format("%n    %s", fault)));
        }
        return text.toString();
    }

    private static String row(String name, LatencyNanos latency) {
        return format(
                "  %-36s%12.2f%12.2f%12.2f%n",
                name, millis(latency.p50()), millis(latency.p99()), millis(latency.max()));
    }

    private static double millis(double nanos) {
        return nanos / 1e6;
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
