// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.NetworkDirect;
import io.oriel.testing.junit.WholeBuild;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every operation, type and operator gives what Open MPI gives, whose launcher starts the ranks of both. */
@WholeBuild
@Timeout(1200)
final class OpenMpiIT {
    private static final List<String> COUNTS = List.of("1", "2", "7", "1000", "5001");
    private static final List<String> MANY = List.of("3", "64", "20000", "131072");
    private static final String MOST = Integer.toString(4 << 20);

    @TempDir
    private Path directory = Path.of("");

    @Test
    void givesTheSameResults() throws Exception {
        compare(3, COUNTS);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void givesTheSameResultsForFewRanksAndForMany(int ranks) throws Exception {
        compare(ranks, COUNTS);
    }

    static IntStream ranks() {
        return IntStream.rangeClosed(1, 9);
    }

    @EnabledIfSystemProperty(named = "oriel.test.openmpi", matches = "all", disabledReason = "-Doriel.test.openmpi=all")
    @ParameterizedTest
    @MethodSource("ranks")
    void givesTheSameResultsForAnyNumberOfRanks(int ranks) throws Exception {
        compare(ranks, COUNTS);
        compare(ranks, MANY);
    }

    @EnabledIfSystemProperty(named = "oriel.test.openmpi", matches = "all", disabledReason = "-Doriel.test.openmpi=all")
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void givesTheSameResultsForMillionsOfElements(int ranks) throws Exception {
        compare(ranks, List.of(MOST));
    }

    private void compare(int ranks, List<String> counts) throws Exception {
        assumeTrue(isInstalled("mpirun") && isInstalled("mpicc"), "apt-get install openmpi-bin libopenmpi-dev gcc");
        List<String> expected = run(ranks, List.of(compiled().toString()), counts);

        List<String> results = run(ranks, java(), counts);

        assertThat(results).isNotEmpty().isEqualTo(expected);
    }

    private Path compiled() throws Exception {
        Path source = directory.resolve("results.c");
        Path program = directory.resolve("results");
        if (!Files.exists(program)) {
            try (InputStream in = Objects.requireNonNull(OpenMpiIT.class.getResourceAsStream("results.c"))) {
                Files.write(source, in.readAllBytes());
            }
            run(List.of("mpicc", "-O2", "-o", program.toString(), source.toString()));
        }
        return program;
    }

    private List<String> java() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Doriel.sharedMemory.directory=" + directory.resolve("d")));
        command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ", -1)));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), ResultsMain.class.getName()));
        return command;
    }

    /** Returns what each rank writes. */
    private List<String> run(int ranks, List<String> program, List<String> counts) throws Exception {
        Path folder = Files.createTempDirectory(directory, "results");
        List<String> command = new ArrayList<>(
                List.of("mpirun", "-np", Integer.toString(ranks), "--oversubscribe", "--allow-run-as-root"));
        command.addAll(program);
        command.add(folder.toString());
        command.addAll(counts);
        run(command);
        List<String> written = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            for (String line : Files.readAllLines(folder.resolve(Integer.toString(rank)))) {
                written.add("rank " + rank + ": " + line);
            }
        }
        return written;
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static boolean isInstalled(String command) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }
}
