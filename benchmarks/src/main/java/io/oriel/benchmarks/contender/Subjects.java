// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.contender;

import io.oriel.api.Services;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.util.List;
import java.util.stream.Collectors;

/** All that can be measured. */
public final class Subjects {
    /** What the others are compared with. */
    public static final String ORIEL = "oriel";

    private static final List<Subject> ALL = Services.find(Source.class)
            .flatMap(source -> source.subjects().stream())
            .toList();

    private Subjects() {}

    /**
     * Finds one.
     *
     * @param name of the subject
     * @return the subject
     * @throws BenchmarkException if there is none of that name
     */
    public static Subject named(String name) {
        return ALL.stream()
                .filter(subject -> subject.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BenchmarkException("nothing is called '" + name + "'; there are "
                        + ALL.stream().map(Subject::name).collect(Collectors.joining(", "))));
    }

    /**
     * Finds those that can be compared with Oriel.
     *
     * @param config what is to be done
     * @return their names
     */
    public static List<String> whoCan(ScenarioConfig config) {
        return ALL.stream()
                .filter(subject -> !subject.name().equals(ORIEL) && subject.canDo(config))
                .map(Subject::name)
                .toList();
    }

    /**
     * Finds one that runs in Java.
     *
     * @param name of the subject
     * @return the subject
     * @throws BenchmarkException if there is none of that name
     */
    public static JvmSubject jvmNamed(String name) {
        if (named(name) instanceof JvmSubject subject) {
            return subject;
        }
        throw new BenchmarkException("'" + name + "' is a program of its own and has no side in this process");
    }

    /** Where subjects are found: an implementation has a public constructor without parameters and is named in {@code META-INF/services}. */
    public interface Source {
        /**
         * Lists them. What they need to run is not loaded yet.
         *
         * @return subjects whose names differ
         */
        List<Subject> subjects();
    }
}
