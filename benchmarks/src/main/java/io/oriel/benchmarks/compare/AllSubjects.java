// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.compare;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.baseline.AeronMessages;
import io.oriel.benchmarks.baseline.MemorySubject;
import io.oriel.benchmarks.baseline.SocketMessages;
import io.oriel.benchmarks.contender.Subject;
import io.oriel.benchmarks.contender.Subjects;
import io.oriel.benchmarks.message.MessageSubject;
import io.oriel.benchmarks.oriel.OrielSubject;
import io.oriel.benchmarks.rival.ChronicleMessages;
import io.oriel.benchmarks.rival.MpjSubject;
import io.oriel.benchmarks.rival.NettyMessages;
import io.oriel.benchmarks.rival.OpenMpiSubject;
import io.oriel.benchmarks.rival.UcxSubject;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import io.oriel.benchmarks.scenario.Shape.Operation;
import io.oriel.benchmarks.scenario.Shape.Pattern;
import java.util.ArrayList;
import java.util.List;

/** All that can be measured: Oriel, its references, and its rivals. A further one is a line here. */
public final class AllSubjects implements Subjects.Source {
    /** What its makers say that it needs, and that it be silent. */
    private static final List<String> CHRONICLE_FLAGS = List.of(
            "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
            "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--add-opens=java.base/java.io=ALL-UNNAMED",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "-Dchronicle.announcer.disable=true",
            "-Dchronicle.disk.monitor.disable=true");

    /** The JDK warns of what it does, from a version on that knows these. */
    private static final List<String> CHRONICLE_FLAGS_OF_NEW_JDKS =
            List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");

    private static final int WARNING_JDK = 24;

    /** Creates the list. */
    public AllSubjects() {}

    // References to methods, in the place of lambdas, would load the libraries of all rivals in each process.
    @Override
    public List<Subject> subjects() {
        return List.of(
                new OrielSubject(),
                new MemorySubject(),
                new MessageSubject(
                        "aeron",
                        config -> config.medium() != Medium.AUTO
                                && !config.shape().operation().isCollective()
                                && config.shape().pattern().isExchange(),
                        (config, channel, isFirst) -> AeronMessages.connect(config, channel, isFirst)),
                new MessageSubject(
                        "socket",
                        config -> config.medium() == Medium.SHM && (isExchangeOfSends(config) || isWakeup(config)),
                        (config, channel, isFirst) -> SocketMessages.connect(config, channel, isFirst)),
                new UcxSubject("ucx", "ucp_am", Operation.SEND, Operation.WRITE, Operation.READ),
                new UcxSubject("ucx-tag", "tag", Operation.SEND),
                new OpenMpiSubject(),
                new MpjSubject(),
                new MessageSubject(
                        "netty",
                        config -> config.medium() != Medium.AUTO && isExchangeOfSends(config),
                        (config, channel, isFirst) -> NettyMessages.connect(config, channel, isFirst)),
                new MessageSubject(
                        "chronicle",
                        config -> config.medium() == Medium.SHM && isExchangeOfSends(config),
                        (config, channel, isFirst) -> ChronicleMessages.connect(config, channel, isFirst),
                        chronicleFlags()));
    }

    private static boolean isExchangeOfSends(ScenarioConfig config) {
        return config.shape().operation() == Operation.SEND
                && config.shape().pattern().isExchange();
    }

    private static boolean isWakeup(ScenarioConfig config) {
        return config.shape().operation() == Operation.SEND && config.shape().pattern() == Pattern.WAKEUP;
    }

    private static List<String> chronicleFlags() {
        List<String> flags = new ArrayList<>(CHRONICLE_FLAGS);
        if (Runtime.version().feature() >= WARNING_JDK) {
            flags.addAll(CHRONICLE_FLAGS_OF_NEW_JDKS);
        }
        return flags;
    }
}
