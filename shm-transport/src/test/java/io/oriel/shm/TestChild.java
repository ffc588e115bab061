// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.process.ChildJvm;
import io.oriel.testing.process.JvmCommand;
import java.nio.file.Path;

/** A {@link ChildMain}, as a test sees it. */
public final class TestChild implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 40;

    private final ChildJvm jvm;

    private TestChild(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /** Starts a process and waits until its port is open. */
    public static TestChild start(Path directory) {
        TestChild child = new TestChild(
                JvmCommand.of(ChildMain.class, directory.toString()).start());
        assertThat(child.readLine()).isEqualTo("ready");
        return child;
    }

    /** Gives a command, and waits for its answer. */
    public String ask(String command) {
        begin(command);
        return readLine();
    }

    public void begin(String command) {
        jvm.tell(command);
    }

    public String readLine() {
        return jvm.answer();
    }

    public long pid() {
        return jvm.pid();
    }

    /** Ends the process without giving it a chance to clear up. */
    public void kill() {
        jvm.kill();
    }

    public void signal(String name) {
        jvm.signal(name);
    }

    /** Lets the process close in good order. */
    public void finish() {
        jvm.endInput();
        assertThat(jvm.awaitSuccess(PATIENCE_SECONDS)).containsExactly("closed");
    }

    @Override
    public void close() {
        jvm.close();
    }
}
