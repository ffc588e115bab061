// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.oriel.examples.heat.HeatPlate;
import io.oriel.examples.kmeans.KMeans;
import io.oriel.examples.pi.MonteCarloPi;
import io.oriel.examples.sort.SampleSort;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import java.io.File;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each example of several ranks, as one, as some, and as what Open MPI starts. */
class CollectiveExamplesIT {
    private Path directory = Path.of("/dev/shm");

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Directories.make("oriel-ex");
    }

    @AfterEach
    void deleteDirectory() throws IOException {
        Directories.delete(directory);
    }

    static List<Arguments> ranks() {
        Arguments some = arguments(3, "SHM");
        return WholeBuild.RUNS ? List.of(arguments(1, "SHM"), some, arguments(2, "UDP")) : List.of(some);
    }

    @ParameterizedTest
    @MethodSource("ranks")
    void piIsTheSameForAnyNumberOfRanks(int size, String medium) throws Exception {
        assertThat(run(MonteCarloPi.class, size, medium, "50"))
                .anyMatch(
                        line -> line.startsWith("pi is about 3.143164: 785791 of 1000000 darts, " + size + " ranks, "));
    }

    @ParameterizedTest
    @MethodSource("ranks")
    void heatSpreadsAsItDoesInOneProcess(int size, String medium) throws Exception {
        assertThat(run(HeatPlate.class, size, medium, "100", "200")).contains("the same as alone");
    }

    @ParameterizedTest
    @MethodSource("ranks")
    void sortLosesNothing(int size, String medium) throws Exception {
        assertThat(run(SampleSort.class, size, medium, "20000")).contains("in order, none lost");
    }

    @ParameterizedTest
    @MethodSource("ranks")
    void kMeansFindsAllGroups(int size, String medium) throws Exception {
        assertThat(run(KMeans.class, size, medium, "5000")).contains("all groups found");
    }

    @WholeBuild
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void meetsWhereMpirunHasStartedIt(int size) throws Exception {
        assumeTrue(isInstalled("mpirun"), "no mpirun: apt-get install openmpi-bin");
        Process process = java("AUTO", HeatPlate.class, "100", "200")
                .behind(List.of("mpirun", "-np", Integer.toString(size), "--oversubscribe", "--allow-run-as-root"))
                .launchMerged();

        assertThat(outputOf(process)).contains("the same as alone").anyMatch(line -> line.contains(size + " ranks"));
    }

    @Test
    void meetsWhereSlurmWouldHaveStartedIt() throws Exception {
        Map<String, String> step = Map.of(
                "SLURM_STEP_NUM_TASKS", "2",
                "SLURM_STEP_NUM_NODES", "2",
                "SLURM_STEP_NODELIST", "127.0.0.[1-2]",
                "SLURM_JOB_ID", Long.toString(ProcessHandle.current().pid()),
                "SLURM_STEP_ID", "0");
        List<Process> ranks = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            Map<String, String> own = new java.util.HashMap<>(step);
            own.put("SLURM_PROCID", Integer.toString(rank));
            ranks.add(java("UDP", KMeans.class, "5000").withVariables(own).launchMerged());
        }

        assertThat(outputOf(ranks.get(0))).contains("all groups found");
        assertThat(outputOf(ranks.get(1))).isEmpty();
    }

    /** Returns what rank 0 prints; the others print nothing. */
    private List<String> run(Class<?> example, int size, String medium, String... arguments) throws Exception {
        String root = "127.0.0.1:" + freePort();
        List<Process> ranks = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            ranks.add(java(medium, example, arguments)
                    .withVariables(Map.of(
                            "ORIEL_RANK", Integer.toString(rank),
                            "ORIEL_SIZE", Integer.toString(size),
                            "ORIEL_ROOT", root))
                    .launchMerged());
        }
        List<String> output = outputOf(ranks.get(0));
        for (Process rank : ranks.subList(1, size)) {
            assertThat(outputOf(rank)).isEmpty();
        }
        return output;
    }

    private JvmCommand java(String medium, Class<?> example, String... arguments) {
        return JvmCommand.of(example, arguments)
                .with(List.of("-Doriel.medium=" + medium, "-Doriel.sharedMemory.directory=" + directory.resolve("d")));
    }

    private static List<String> outputOf(Process process) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }

    private static boolean isInstalled(String command) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }

    private static int freePort() throws IOException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        }
    }
}
