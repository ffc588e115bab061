// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.model;

import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.model.nd.Rule;
import io.oriel.testing.model.operation.Operation;
import io.oriel.testing.model.operation.OperationSource;
import io.oriel.testing.model.run.Divergence;
import io.oriel.testing.model.run.Lie;
import io.oriel.testing.process.CounterStarts;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares a medium with the model, by as many operations as wished: {@code -Doriel.test.model.operations}, beginning with
 * {@code -Doriel.test.model.seed}. A sequence that diverges is shrunk if the medium repeats itself.
 */
public final class ModelCheck {
    private static final int LENGTH = 2_000;
    private static final int LONG_TIME = 100;

    /** What the engine runs on. */
    @FunctionalInterface
    public interface Medium {
        /**
         * Opens two processes, or what stands for them, with an adapter in each.
         *
         * @param config of both; directories may be changed
         * @param seed   of what is left to chance
         * @return to be closed by the caller
         */
        ConformanceFixture open(OrielConfig config, long seed);
    }

    private final String name;
    private final Medium medium;
    private final boolean repeats;
    private final Set<Rule> forgotten = EnumSet.noneOf(Rule.class);
    private List<Operation> lastOperations = List.of();
    private @Nullable Lie lie;
    private boolean silence = true;
    private long performed;

    /**
     * Creates a check.
     *
     * @param name    of the medium, for what is printed
     * @param medium  opened for each sequence
     * @param repeats whether a sequence that diverges once always does
     */
    public ModelCheck(String name, Medium medium, boolean repeats) {
        this.name = name;
        this.medium = medium;
        this.repeats = repeats;
    }

    /** Leaves out silent requests and races: of those nobody knows how they ended when a process died. */
    ModelCheck withoutSilence() {
        silence = false;
        return this;
    }

    /** Lets the model forget a rule. */
    ModelCheck forgetting(Rule rule) {
        forgotten.add(rule);
        return this;
    }

    /** Lets the engine tell a lie. */
    ModelCheck lying(Lie told) {
        lie = told;
        return this;
    }

    /**
     * Runs sequences until so many operations have been carried out, or as many as the property says.
     *
     * @param operations at least
     */
    public void run(long operations) {
        long goal = Long.getLong("oriel.test.model.operations", operations);
        long first = Long.getLong("oriel.test.model.seed", 1);
        long beganNs = System.nanoTime();
        long seed = first;
        for (; performed < goal; seed++) {
            runSeed(seed);
            if ((seed - first) % LONG_TIME == LONG_TIME - 1 && goal > operations) {
                report(first, seed, beganNs);
            }
        }
        report(first, seed - 1, beganNs);
    }

    private void report(long first, long last, long beganNs) {
        double seconds = (System.nanoTime() - beganNs) / 1e9;
        System.out.println(String.format(
                Locale.ROOT,
                "Model on %s: %,d operations, seeds %d to %d, %,.0f a second",
                name,
                performed,
                first,
                last,
                performed / seconds));
    }

    private void runSeed(long seed) {
        Divergence divergence = explore(seed);
        if (divergence != null) {
            throw failure(seed, divergence);
        }
    }

    /** Draws and runs the sequence of one seed; says how it diverged, null if it did not. */
    @Nullable
    Divergence explore(long seed) {
        OperationSource source = new OperationSource(seed, silence);
        return diverge(seed, run -> run.explore(source, LENGTH));
    }

    private AssertionError failure(long seed, Divergence divergence) {
        StringBuilder text = new StringBuilder(name)
                .append(": seed ")
                .append(seed)
                .append(", operation ")
                .append(divergence.index())
                .append(": ")
                .append(divergence.getMessage());
        if (repeats) {
            List<Operation> shortest = shrink(seed);
            Divergence last = replay(seed, shortest);
            text.append("\nshrunk to ").append(shortest.size()).append(" operations: ");
            text.append(last == null ? "which do not diverge again" : last.getMessage());
            shortest.forEach(each -> text.append('\n').append(each).append(','));
        }
        return new AssertionError(text.toString(), divergence);
    }

    /** Returns the shortest part of the sequence that diverged last. */
    List<Operation> shrink(long seed) {
        return new Shrinker(candidate -> replay(seed, candidate)).shrink(List.copyOf(lastOperations));
    }

    /** Runs a sequence from the beginning; says how it diverged, null if it did not. */
    @Nullable
    Divergence replay(long seed, List<Operation> operations) {
        return diverge(seed, run -> run.run(operations));
    }

    private @Nullable Divergence diverge(long seed, Consumer<ModelRun> sequence) {
        String given = CounterStarts.begin(CounterStarts.of(seed));
        try {
            ConformanceFixture fixture = medium.open(config(), seed);
            ModelRun run = newRun(fixture);
            if (run != null) {
                try {
                    sequence.accept(run);
                    performed += run.performed();
                } catch (Divergence e) {
                    lastOperations = run.operations();
                    return e;
                }
            }
            fixture.close();
            return null;
        } finally {
            CounterStarts.end(given);
        }
    }

    /** Prepares a run; null if the peer dies before it begins. */
    private @Nullable ModelRun newRun(ConformanceFixture fixture) {
        try {
            return new ModelRun(fixture, forgotten, lie);
        } catch (AssertionError e) {
            if (fixture.isPeerAlive()) {
                throw e;
            }
            return null;
        }
    }

    private static OrielConfig config() {
        TimeoutConfig patient = TimeoutConfig.defaults().withReceiverNotReady(Duration.ofHours(1));
        return OrielConfig.defaults().withTimeouts(patient);
    }
}
