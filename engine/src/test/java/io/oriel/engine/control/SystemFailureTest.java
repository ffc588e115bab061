// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.SystemFailure.Kind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SystemFailureTest {
    private static final String ANOTHER = "choose another directory with the property oriel.sharedMemory.directory";

    @TempDir
    Path directory;

    static Stream<Arguments> failures() {
        return Stream.of(
                arguments(new FileSystemException("/d/f", null, "Too many open files"), Kind.DESCRIPTORS, "ulimit -n"),
                arguments(new SocketException("Too many open files"), Kind.DESCRIPTORS, "LimitNOFILE"),
                arguments(new IOException("Mount point not found"), Kind.DESCRIPTORS, "ulimit -n"),
                arguments(
                        new FileSystemException("/d/f", null, "Too many open files in system"),
                        Kind.HOSTS_DESCRIPTORS,
                        "fs.file-max"),
                arguments(new IOException("No space left on device"), Kind.SPACE, ANOTHER),
                arguments(new FileSystemException("/d/f", null, "Disk quota exceeded"), Kind.SPACE, ANOTHER),
                arguments(
                        new InternalError("a fault occurred in an unsafe memory access operation"),
                        Kind.SPACE,
                        ANOTHER),
                arguments(new OutOfMemoryError("unable to create native thread: out"), Kind.THREADS, "ulimit -u"),
                arguments(
                        new OutOfMemoryError("Cannot reserve 9 bytes of direct buffer memory"),
                        Kind.DIRECT_MEMORY,
                        "-XX:MaxDirectMemorySize"),
                arguments(new OutOfMemoryError("Java heap space"), Kind.HEAP, "-Xmx"),
                arguments(new IOException("Map failed", new OutOfMemoryError()), Kind.MEMORY, "vm.max_map_count"),
                arguments(new OutOfMemoryError("other"), Kind.MEMORY, "free memory"),
                arguments(
                        new FileSystemException("/d/f", null, "Read-only file system"), Kind.READ_ONLY, "for writing"),
                arguments(new AccessDeniedException("/d/f"), Kind.PERMISSION, "has no right to it"),
                arguments(new FileNotFoundException("/d/f (Permission denied)"), Kind.PERMISSION, "has no right to it"),
                arguments(new NoSuchFileException("/d/f"), Kind.MISSING, "it was removed"),
                arguments(new IOException("Input/output error"), Kind.OTHER, "Input/output error"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void namesTheCauseAndTheRemedy(Throwable failure, Kind kind, String remedy) {
        SystemFailure found = SystemFailure.of(directory.resolve("f"), failure);

        assertThat(found.kind()).isEqualTo(kind);
        assertThat(found.reason()).contains(remedy);
    }

    @ParameterizedTest
    @MethodSource("failures")
    void looksForTheCauseBehindOtherExceptions(Throwable failure, Kind kind, String remedy) {
        RuntimeException wrapped =
                new IllegalStateException("what failed", new UncheckedIOException(new IOException("x", failure)));

        assertThat(SystemFailure.of(directory.resolve("f"), wrapped).kind()).isEqualTo(kind);
    }

    @Test
    void offersAnotherDirectoryOnlyForWhatLiesInOne() {
        assertThat(SystemFailure.of(new IOException("No space left on device")).reason())
                .doesNotContain("oriel.sharedMemory.directory");
    }

    @Test
    void namesAMissingParent() {
        Path parent = directory.resolve("missing");

        assertThat(SystemFailure.of(parent.resolve("f"), new NoSuchFileException("f"))
                        .reason())
                .contains("its parent " + parent + " does not exist")
                .contains(ANOTHER);
    }

    @Test
    void becomesAnExceptionOnce() {
        NdException thrown = SystemFailure.exception("a file cannot be made", directory, new IOException("Map failed"));

        assertThat(thrown.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES);
        assertThat(thrown).hasMessageContaining("a file cannot be made: this process gets no more memory");
        assertThat(SystemFailure.exception("anything", null, thrown)).isSameAs(thrown);
    }

    @Test
    void isReportedOncePerKindAndIsTheCauseOfAWait() {
        LinkedBlockingQueue<Throwable> reported = new LinkedBlockingQueue<>();
        try (SelectorLoop loop = SelectorLoop.start(reported::add)) {
            Shortages shortages = new Shortages(loop);
            long startNs = System.nanoTime();
            assertThat(shortages.since(startNs)).isNull();

            assertThat(shortages.note("a driver", new IllegalStateException("a defect")))
                    .isFalse();
            for (int i = 0; i < 100; i++) {
                assertThat(shortages.note("a driver", new SocketException("Too many open files")))
                        .isTrue();
            }
            loop.runByAgent(() -> {});

            assertThat(reported)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            NdException.class,
                            e -> assertThat(e)
                                    .hasMessageContaining("a driver cannot work")
                                    .hasMessageContaining("ulimit -n"));
            assertThat(shortages.since(startNs)).contains("ulimit -n");
            assertThat(shortages.since(System.nanoTime())).isNull();
            assertThatThrownBy(() -> SelectorLoop.start(reported::add, thread -> {
                        throw new OutOfMemoryError("unable to create native thread");
                    }))
                    .hasMessageContaining("ulimit -u");
        }
    }
}
