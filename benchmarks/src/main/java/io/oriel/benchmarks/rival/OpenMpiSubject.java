// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.contender.Contender;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.scenario.Operation;
import io.oriel.benchmarks.scenario.Pattern;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Open MPI, by a program of our own; over its shared memory, or in the place of UDP over TCP. */
public final class OpenMpiSubject implements Subject {
    private static final List<String> COMMANDS = List.of("mpicc", "gcc", "mpirun", "timeout");

    private final MpiProgram program = MpiProgram.cached();

    /** Creates the subject. */
    public OpenMpiSubject() {}

    @Override
    public String name() {
        return "openmpi";
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        Shape shape = config.shape();
        return shape.operation() == Operation.SEND
                && (shape.pattern() == Pattern.LATENCY || isStream(shape))
                && config.load().ratePerSecond() == 0
                && config.medium() != Medium.AUTO;
    }

    @Override
    public @Nullable String missing() {
        return missing(System.getenv("PATH"));
    }

    /** Looks for the programs in these folders. */
    static @Nullable String missing(String path) {
        return RivalProcess.areInstalled(COMMANDS, path) ? null : "apt-get install openmpi-bin libopenmpi-dev gcc";
    }

    @Override
    public Contender open(ScenarioConfig config) {
        return new ProgramContender(
                each -> {
                    int outstanding = isStream(each.shape()) ? each.load().totalOutstanding() : 1;
                    String mode = isStream(each.shape()) ? "stream" : "pingpong";
                    return program.mode(each.medium(), mode, each.shape().sizeBytes(), outstanding);
                },
                config);
    }

    private static boolean isStream(Shape shape) {
        return shape.pattern() == Pattern.RATE || shape.pattern() == Pattern.BANDWIDTH;
    }
}
