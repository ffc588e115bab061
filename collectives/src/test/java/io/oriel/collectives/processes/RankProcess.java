// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.processes;

import io.oriel.testing.process.ChildJvm;
import io.oriel.testing.process.JvmCommand;
import java.nio.file.Path;
import java.util.List;

/** A process that runs {@link RankMain}. */
final class RankProcess {
    private static final long PATIENCE_SECONDS = 120;

    private final ChildJvm jvm;

    private RankProcess(ChildJvm jvm) {
        this.jvm = jvm;
    }

    static RankProcess start(Path directory, String medium) {
        return new RankProcess(JvmCommand.of(RankMain.class)
                .with(List.of("-Xmx256m", "-Doriel.sharedMemory.directory=" + directory, "-Doriel.medium=" + medium))
                .start());
    }

    void tell(String order) {
        jvm.tell(order);
    }

    String answer() {
        return jvm.answer(PATIENCE_SECONDS);
    }

    long pid() {
        return jvm.pid();
    }

    /** Lets it end by itself. */
    void end() {
        jvm.endInput();
        jvm.awaitEnd();
        close();
    }

    void kill() {
        jvm.kill();
    }

    /** Kills it, unless it has ended, and leaves nothing of it. */
    void close() {
        jvm.close();
    }

    /** Stops it as a signal does, or lets it go on. */
    void signal(String name) {
        jvm.signal(name);
    }
}
