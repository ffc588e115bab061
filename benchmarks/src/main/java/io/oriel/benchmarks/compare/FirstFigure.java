// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.measure.BenchmarkException;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.rig.Lineup.Entry;
import io.oriel.benchmarks.rig.Metric;
import io.oriel.benchmarks.rig.Summary;
import io.oriel.benchmarks.scenario.Load;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.IoUtil;
import org.jspecify.annotations.Nullable;

/** How long it takes from a fresh clone to the first figure, with a repository of Maven's that has everything. */
public final class FirstFigure {
    /** The row's id. */
    public static final String ID = "P12";

    private static final double LIMIT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long PATIENCE_SECONDS = 600;

    private FirstFigure() {}

    /**
     * Clones the repository that these classes were built in, and runs its {@code bin/oriel perf}.
     *
     * @return what was seen; null if these classes are in no repository
     * @throws BenchmarkException if the clone does not come to a figure
     */
    public static @Nullable Comparison measure() {
        @Nullable Path root = repository();
        if (root == null) {
            return null;
        }
        try {
            Path folder = Files.createTempDirectory("oriel-clone");
            try {
                long beginNs = System.nanoTime();
                Path clone = folder.resolve("oriel");
                run(folder, List.of("git", "clone", "--quiet", root.toString(), clone.toString()));
                run(clone, List.of(clone.resolve("bin/oriel").toString(), "perf"));
                return comparison(System.nanoTime() - beginNs);
            } finally {
                IoUtil.delete(folder.toFile(), true);
            }
        } catch (IOException e) {
            throw new BenchmarkException("a fresh clone cannot be made: " + e, e);
        }
    }

    private static Comparison comparison(long elapsedNs) {
        ScenarioConfig config =
                new ScenarioConfig(Medium.SHM, new Shape(Operation.SEND, Pattern.LATENCY, 32), Load.ONE);
        RunResult run = new RunResult(1, elapsedNs, null, Double.NaN, 0, 0, Map.of());
        Summary summary = new Summary(
                new Entry(Subjects.named(Subjects.ORIEL), config),
                "",
                new Contender.WarmUp(0, true, elapsedNs),
                List.of(run),
                0);
        return new Comparison(
                ID,
                "From a fresh clone to the first figure",
                Metric.TIME,
                summary,
                null,
                "",
                List.of(),
                null,
                LIMIT_NS,
                null);
    }

    private static void run(Path folder, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new BenchmarkException(String.join(" ", command) + " failed: "
                        + Files.readString(folder.resolve("output")).strip());
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new BenchmarkException("interrupted while a fresh clone was tried", e);
        }
    }

    /** The root of the repository in which these classes are; null if there is none. */
    private static @Nullable Path repository() {
        try {
            @Nullable
            Path folder = Path.of(FirstFigure.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            while (folder != null && !Files.exists(folder.resolve(".git"))) {
                folder = folder.getParent();
            }
            return folder;
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
