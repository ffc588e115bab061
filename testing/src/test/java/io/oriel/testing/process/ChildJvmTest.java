// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A real JVM, started, stopped and killed. */
final class ChildJvmTest {
    private static final String PROPERTY = "oriel.test.child";

    /** Says again what it is told; some words mean something. */
    static final class Echo {
        private Echo() {}

        /**
         * Runs until its input ends.
         *
         * @param arguments the first is said first
         * @throws IOException if its input cannot be read
         */
        public static void main(String[] arguments) throws IOException {
            System.out.println("begun with " + String.join(" ", arguments));
            BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line; (line = input.readLine()) != null; ) {
                switch (line) {
                    case "property" -> System.out.println(System.getProperty(PROPERTY));
                    case "variable" -> System.out.println(System.getenv("ORIEL_TEST_CHILD"));
                    case "complain" -> {
                        System.err.println("a complaint");
                        System.out.println("complained");
                    }
                    case "fail" -> System.exit(3);
                    default -> System.out.println(line);
                }
            }
        }
    }

    @Test
    void isTalkedWithLineByLineAndEndsByItself() {
        try (ChildJvm jvm = JvmCommand.of(Echo.class, "one", "two").start()) {
            assertThat(jvm.answer()).isEqualTo("begun with one two");
            jvm.tell("hello");
            assertThat(jvm.answer()).isEqualTo("hello");
            jvm.tell("bye");
            jvm.endInput();

            assertThat(jvm.awaitSuccess(40)).containsExactly("bye");
            assertThat(jvm.isAlive()).isFalse();
        }
    }

    @Test
    void isGivenFlagsAndVariables() {
        System.setProperty(PROPERTY, "passed on");
        JvmCommand command = JvmCommand.of(Echo.class).withVariables(Map.of("ORIEL_TEST_CHILD", "a value"));
        try (ChildJvm passedOn = command.withOrielProperties().start();
                ChildJvm told = command.behind(List.of("env"))
                        .with(List.of("-D" + PROPERTY + "=told"))
                        .start()) {
            passedOn.tell("property");
            told.tell("property");
            told.tell("variable");

            assertThat(List.of(passedOn.answer(), passedOn.answer())).containsExactly("begun with ", "passed on");
            assertThat(List.of(told.answer(), told.answer(), told.answer()))
                    .containsExactly("begun with ", "told", "a value");
        } finally {
            System.clearProperty(PROPERTY);
        }
    }

    @Test
    void doesNothingWhileItIsStopped() throws IOException {
        try (ChildJvm jvm = JvmCommand.of(Echo.class).start()) {
            assertThat(jvm.answer()).startsWith("begun");

            jvm.stop();
            jvm.tell("are you there?");
            assertThat(jvm.isAlive()).isTrue();
            assertThat(Files.readString(Path.of("/proc", Long.toString(jvm.pid()), "stat")))
                    .contains(") T ");
            assertThat(jvm.hasAnswered()).isFalse();
            jvm.resume();

            assertThat(jvm.answer()).isEqualTo("are you there?");
        }
    }

    @Test
    void isKilledAtOnce() {
        ChildJvm jvm = JvmCommand.of(Echo.class).start();
        try (jvm) {
            assertThat(jvm.answer()).startsWith("begun");

            jvm.kill();
            jvm.awaitEnd();

            assertThatThrownBy(jvm::answer).isInstanceOf(AssertionError.class).hasMessageContaining("has ended");
        }
        assertThat(ProcessHandle.of(jvm.pid())).isEmpty();
    }

    @Test
    void keepsItsErrorsForWhoeverIsDisappointed() {
        try (ChildJvm jvm = JvmCommand.of(Echo.class).start()) {
            assertThat(jvm.answer()).startsWith("begun");
            jvm.tell("complain");
            assertThat(jvm.answer()).isEqualTo("complained");
            jvm.tell("fail");

            assertThatThrownBy(() -> jvm.awaitSuccess(40))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("Echo")
                    .hasMessageContaining("ended with 3")
                    .hasMessageContaining("a complaint");
            assertThat(jvm.errors()).isEqualTo("a complaint\n");
        }
    }

    @Test
    void leavesItsOutputToWhoeverOnlyLaunchesIt() throws IOException {
        Process process = JvmCommand.of(Echo.class, "alone").longLived().launch(Redirect.DISCARD);
        process.getOutputStream().close();

        assertThat(process.inputReader(StandardCharsets.UTF_8).lines()).containsExactly("begun with alone");
    }
}
