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

/** UCX by its own {@code ucx_perftest}: active messages, put, and get; over posix shared memory, or in the place of UDP over TCP. */
public sealed class UcxSubject implements Subject permits UcxTagSubject {
    private static final List<String> COMMANDS = List.of("ucx_perftest", "taskset", "stdbuf", "timeout");

    private final String name;
    private final String message;

    /** Creates the subject. */
    public UcxSubject() {
        this("ucx", "ucp_am");
    }

    /** A subject whose Sends are messages of that kind. */
    UcxSubject(String name, String message) {
        this.name = name;
        this.message = message;
    }

    @Override
    public String name() {
        return name;
    }

    /** Over TCP a Get waits for a server that looks once a millisecond, which says nothing of UCX. */
    @Override
    public boolean canDo(ScenarioConfig config) {
        Shape shape = config.shape();
        boolean isKnown = shape.pattern() == Pattern.LATENCY || isStream(shape);
        return isKnown
                && config.load().ratePerSecond() == 0
                && config.medium() != Medium.AUTO
                && (shape.operation() != Operation.READ || config.medium() == Medium.SHM);
    }

    @Override
    public @Nullable String missing() {
        return missing(System.getenv("PATH"));
    }

    /** Looks for the programs in these folders. */
    static @Nullable String missing(String path) {
        return RivalProcess.areInstalled(COMMANDS, path) ? null : "apt-get install ucx-utils";
    }

    @Override
    public boolean verifies() {
        return false;
    }

    @Override
    public Contender open(ScenarioConfig config) {
        return new ProgramContender(each -> new UcxPerftest(test(each.shape()), each), config);
    }

    private String test(Shape shape) {
        return switch (shape.operation()) {
            case SEND -> message + (isStream(shape) ? "_bw" : "_lat");
            case WRITE -> isStream(shape) ? "ucp_put_bw" : "ucp_put_lat";
            case READ -> "ucp_get";
        };
    }

    private static boolean isStream(Shape shape) {
        return shape.pattern() == Pattern.RATE || shape.pattern() == Pattern.BANDWIDTH;
    }
}
