// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.rival;

import io.oriel.api.config.Medium;
import io.oriel.benchmarks.message.MessageLengths;
import io.oriel.benchmarks.message.MessageSubject;
import io.oriel.benchmarks.message.Messages;
import io.oriel.benchmarks.process.ControlChannel;
import io.oriel.benchmarks.scenario.Operation;
import io.oriel.benchmarks.scenario.Pattern;
import io.oriel.benchmarks.scenario.ScenarioConfig;
import java.util.ArrayList;
import java.util.List;

/** Chronicle Queue on a memory file system. */
public final class ChronicleSubject implements MessageSubject {
    /** What its makers say that it needs, and that it be silent. */
    private static final List<String> FLAGS = List.of(
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

    /** From here on the JDK warns of what Chronicle does. */
    private static final int WARNING_JDK = 24;

    /** Creates the subject. */
    public ChronicleSubject() {}

    @Override
    public String name() {
        return "chronicle";
    }

    @Override
    public boolean canDo(ScenarioConfig config) {
        Pattern pattern = config.shape().pattern();
        return config.medium() == Medium.SHM
                && config.shape().operation() == Operation.SEND
                && (pattern == Pattern.LATENCY || !pattern.isOneByOne());
    }

    @Override
    public List<String> jvmFlags() {
        List<String> flags = new ArrayList<>(FLAGS);
        if (Runtime.version().feature() >= WARNING_JDK) {
            flags.add("--sun-misc-unsafe-memory-access=allow");
            flags.add("--enable-native-access=ALL-UNNAMED");
        }
        return flags;
    }

    @Override
    public Messages connect(ScenarioConfig config, MessageLengths lengths, ControlChannel channel, boolean isFirst) {
        return isFirst ? ChronicleMessages.create(lengths, channel) : ChronicleMessages.join(lengths, channel);
    }
}
