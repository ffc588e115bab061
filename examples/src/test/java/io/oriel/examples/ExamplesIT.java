// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.examples.gateway.OrderGateway;
import io.oriel.examples.handover.WindowHandover;
import io.oriel.examples.keyvalue.KeyValue;
import io.oriel.examples.marketdata.MarketData;
import io.oriel.examples.pingpong.PingPong;
import io.oriel.examples.polling.MemoryPingPong;
import io.oriel.examples.ring.RemoteRing;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExamplesIT {
    private Path directory = Path.of("/dev/shm");

    @BeforeEach
    void chooseDirectory() throws IOException {
        Path parent = Directories.make("oriel-ex");
        directory = parent.resolve("d");
    }

    @AfterEach
    void deleteDirectory() throws IOException {
        Directories.delete(directory.resolveSibling(""));
    }

    @ParameterizedTest
    @MethodSource("mediaAndWaits")
    void pingPongPlaysAllItsRounds(String medium, String waiting) throws Exception {
        List<String> lines = run(PingPong.class, "--transport", medium, "--wait", waiting, "--seconds", "1");

        assertThat(lines).contains("started the other side, --wait " + waiting);
        ExpectedOutput.ofPingPong(lines);
    }

    @ParameterizedTest
    @MethodSource("mediaAndWaits")
    void memoryPingPongPlaysAllItsRounds(String medium, String waiting) throws Exception {
        ExpectedOutput.ofMemoryPingPong(
                run(MemoryPingPong.class, "--transport", medium, "--wait", waiting, "--seconds", "1"));
    }

    @ParameterizedTest
    @MethodSource("media")
    void remoteRingLosesNoRecord(String medium) throws Exception {
        ExpectedOutput.ofRemoteRing(run(RemoteRing.class, "--transport", medium));
    }

    @ParameterizedTest
    @MethodSource("media")
    void windowHandoverShowsTheLifeOfAWindow(String medium) throws Exception {
        ExpectedOutput.ofWindowHandover(run(WindowHandover.class, "--transport", medium));
    }

    @ParameterizedTest
    @MethodSource("media")
    void keyValueLooksUpInBothWaysUntilItIsEvicted(String medium) throws Exception {
        ExpectedOutput.ofKeyValue(run(KeyValue.class, "--transport", medium, "--wait", "sleep", "--seconds", "1"));
    }

    @ParameterizedTest
    @MethodSource("media")
    void orderGatewayStartsAndEndsItsProcesses(String medium) throws Exception {
        ExpectedOutput.ofOrderGateway(
                run(OrderGateway.class, "--transport", medium, "--wait", "sleep", "--seconds", "1", "--members", "2"),
                2);

        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(file -> Files.isRegularFile(file) && !file.endsWith("lock")))
                    .isEmpty();
        }
    }

    @Test
    void orderGatewayTellsWhichArgumentsDoNotGoTogether() throws Exception {
        Process process = start(OrderGateway.class, "--engine", "127.0.0.1:7000", "--connect", "127.0.0.1:7001");

        assertThat(process.inputReader().readLine()).startsWith("--engine goes with --listen");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    @ParameterizedTest
    @MethodSource("media")
    void marketDataReachesReadersAsFastAsEachCan(String medium) throws Exception {
        List<String> lines =
                run(MarketData.class, "--transport", medium, "--wait", "sleep", "--readers", "3", "--seconds", "1");

        ExpectedOutput.ofMarketData(lines, 3, 1);
    }

    @WholeBuild
    @ParameterizedTest
    @MethodSource("media")
    void marketDataGoesOnWhenAReaderIsKilled(String medium) throws Exception {
        String[] common = {"--transport", medium, "--wait", "sleep"};
        Process writer = start(MarketData.class, common, "--listen", "127.0.0.1:0", "--readers", "2", "--seconds", "5");
        List<Process> processes = new ArrayList<>(List.of(writer));
        try (BufferedReader output = writer.inputReader(StandardCharsets.UTF_8)) {
            String[] here = {"--connect", address(output)};
            processes.add(start(MarketData.class, common, here));
            processes.add(start(MarketData.class, common, here));
            assertThat(output.readLine()).isEqualTo("writer: writes for 2 readers");

            processes.get(2).destroyForcibly();

            assertThat(output.lines())
                    .contains("writer: 250000 entries in 5 s for 2 readers, of which 1 are still there");
            assertThat(writer.waitFor()).isZero();
            assertThat(processes.get(1).waitFor()).isZero();
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
    }

    private static String address(BufferedReader output) throws IOException {
        String line = requireNonNull(output.readLine());
        assertThat(line).startsWith("listening on 127.0.0.1:");
        return line.substring("listening on ".length(), line.indexOf(','));
    }

    @WholeBuild
    @ParameterizedTest
    @MethodSource("media")
    void runsItsSidesByTwoCommands(String medium) throws Exception {
        Process listener = start(PingPong.class, "--listen", "127.0.0.1:0", "--transport", medium, "--seconds", "1");
        try (BufferedReader output = listener.inputReader(StandardCharsets.UTF_8)) {
            run(PingPong.class, "--connect", address(output), "--transport", medium);

            ExpectedOutput.ofPingPong(output.lines().toList());
            assertThat(listener.waitFor()).isZero();
        } finally {
            listener.destroyForcibly();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void answersWrongArgumentsWithItsUsage(Class<?> example) throws Exception {
        Process process = start(example, "--port", "7000");

        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(output)
                .startsWith("Unknown options: '--port'")
                .contains("Usage: " + example.getSimpleName())
                .contains("--transport=shm|udp")
                .contains("--wait=spin|sleep");
    }

    private static Stream<Class<?>> examples() {
        return Stream.of(
                PingPong.class,
                MemoryPingPong.class,
                RemoteRing.class,
                WindowHandover.class,
                MarketData.class,
                KeyValue.class,
                OrderGateway.class);
    }

    private static Stream<Arguments> mediaAndWaits() {
        Stream<Arguments> least = Stream.of(Arguments.of("shm", "spin"));
        Stream<Arguments> more = Stream.of(Arguments.of("shm", "sleep"), Arguments.of("udp", "sleep"));
        return WholeBuild.RUNS ? Stream.concat(least, more) : least;
    }

    /** A build by hand has UDP between two hosts, in {@link ExamplesBetweenHostsIT}. */
    private static Stream<String> media() {
        return WholeBuild.RUNS ? Stream.of("shm", "udp") : Stream.of("shm");
    }

    private List<String> run(Class<?> example, String... arguments) throws Exception {
        Process process = start(example, arguments);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }

    private Process start(Class<?> example, String[] common, String... arguments) {
        return start(
                example, Stream.concat(Stream.of(common), Stream.of(arguments)).toArray(String[]::new));
    }

    private Process start(Class<?> example, String... arguments) {
        return JvmCommand.of(example, arguments)
                .with(List.of("-Doriel.sharedMemory.directory=" + directory))
                .launchMerged();
    }
}
