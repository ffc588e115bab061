// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rig;

import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.agrona.CloseHelper;

/** The contenders that are open, one for each label, and those that take part at the moment. */
public final class Lineup implements AutoCloseable {
    private final Function<Entry, Contender> opening;
    private final Map<String, Contender> open = new LinkedHashMap<>();
    private final Map<String, Entry> entered = new LinkedHashMap<>();
    private List<Entry> entries = List.of();

    /**
     * Creates a line-up of nobody.
     *
     * @param opening starts the contender of an entry
     */
    public Lineup(Function<Entry, Contender> opening) {
        this.opening = opening;
    }

    /**
     * Chooses who takes part. Who is open already goes on in the same processes.
     *
     * @param next in the order of each round
     */
    public void enter(List<Entry> next) {
        for (Entry entry : next) {
            Contender contender = open.get(entry.label());
            if (contender == null) {
                open.put(entry.label(), opening.apply(entry));
            } else if (!entry.equals(entered.get(entry.label()))) {
                contender.reopen(entry.config());
            }
            entered.put(entry.label(), entry);
        }
        entries = next;
    }

    List<Entry> entries() {
        return entries;
    }

    List<Contender> contenders() {
        List<Contender> contenders = new ArrayList<>();
        entries.forEach(entry -> contenders.add(open.get(entry.label())));
        return contenders;
    }

    @Override
    public void close() {
        CloseHelper.quietCloseAll(open.values());
    }

    /**
     * A subject with what it does in a trial.
     *
     * @param label   what it is called in results
     * @param subject who runs
     * @param config  what it does
     */
    public record Entry(String label, Subject subject, ScenarioConfig config) {
        /**
         * Enters a subject under its own name.
         *
         * @param subject who runs
         * @param config  what it does
         */
        public Entry(Subject subject, ScenarioConfig config) {
            this(subject.name(), subject, config);
        }
    }
}
