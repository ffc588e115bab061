// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.measure.RunResult;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * MPJ Express, as Debian has it, by {@link MpjRounds}. Its starter lacks a library that it needs, which is put before all others.
 * Its ranks on one host are threads of one process, which no other contender's are.
 */
public final class MpjSubject implements Subject, ProgramContender.Program {
    private static final Path HOME = Path.of("/usr/share/mpj");
    private static final List<Path> FURTHER =
            List.of(Path.of("/usr/share/java/log4j-1.2.jar"), Path.of("/usr/share/java/commons-codec.jar"));
    private static final String STARTER = "runtime.starter.MPJRun";

    /** Creates the subject. */
    public MpjSubject() {}

    @Override
    public String name() {
        return "mpj";
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        Shape shape = config.shape();
        boolean isKnown = shape.operation() == Operation.BARRIER
                || (shape.operation() == Operation.ALL_REDUCE && shape.sizeBytes() == Double.BYTES);
        return isKnown
                && shape.pattern() == Pattern.LATENCY
                && config.load().totalOutstanding() == 1
                && config.load().peers() == 1
                && config.load().ratePerSecond() == 0
                && config.medium() == Medium.SHM;
    }

    @Override
    public @Nullable String missing() {
        boolean isThere = Files.isDirectory(HOME.resolve("lib"))
                && FURTHER.stream().allMatch(Files::isReadable)
                && RivalProcess.areInstalled(List.of("timeout"), System.getenv("PATH"));
        return isThere ? null : "apt-get install libmpj-java";
    }

    @Override
    public Contender open(ScenarioConfig config) {
        return new ProgramContender(this, config);
    }

    @Override
    public RunResult run(ScenarioConfig config, long operations, boolean thorough) {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                HOME.resolve("lib").resolve("*").toString(),
                STARTER,
                "-np",
                "2",
                "-cp",
                System.getProperty("java.class.path"),
                MpjRounds.class.getName(),
                config.shape().operation().name(),
                Long.toString(operations));
        String further = FURTHER.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return OpenMpiSubject.parse(RivalProcess.run(
                name(),
                command,
                Map.of("MPJ_HOME", HOME.toString(), "JAVA_TOOL_OPTIONS", "-Xbootclasspath/a:" + further)));
    }

    @Override
    public String explanation(ScenarioConfig config) {
        return "MPJ Express, ranks are threads of one process";
    }
}
