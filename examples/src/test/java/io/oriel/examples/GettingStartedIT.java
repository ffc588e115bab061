// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.GreetingClient;
import com.example.GreetingServer;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.resource.Directories;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The programs of docs/getting-started.md say what the page says. */
class GettingStartedIT {
    private static final String ANSWERED = "N: hello, number N";

    private final List<Process> processes = new ArrayList<>();
    private final Set<String> seen = new TreeSet<>();
    private Path directory = Path.of("/dev/shm");
    private String port = "";

    /** One side, whose lines are taken one by one. */
    private final class Side {
        private final Process process;
        private final BufferedReader output;

        Side(Class<?> main, String medium) {
            process = JvmCommand.of(main, "127.0.0.1", port)
                    .with(List.of(
                            "-Doriel.sharedMemory.directory=" + directory.resolve("d"), "-Doriel.medium=" + medium))
                    .launchMerged();
            processes.add(process);
            output = process.inputReader(StandardCharsets.UTF_8);
        }

        /** Takes lines until one of them begins so. */
        void expect(String start) throws IOException {
            String line = "";
            while (!line.startsWith(start)) {
                String next = output.readLine();
                assertThat(next)
                        .as("what follows '%s', instead of '%s'", line, start)
                        .isNotNull();
                line = GettingStartedPage.normal(next);
                seen.add(line);
            }
        }

        void terminate() {
            process.toHandle().destroy(); // which leaves its output open
        }

        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }

    @BeforeEach
    void choosePlace() throws IOException {
        directory = Directories.make("oriel-gs");
        try (DatagramSocket free = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            port = Integer.toString(free.getLocalPort());
        }
    }

    @AfterEach
    void removeAll() throws InterruptedException {
        for (Process process : processes) {
            process.destroyForcibly().waitFor();
        }
        Directories.delete(directory);
    }

    @WholeBuild
    @Test
    void saysEachLineOfThePage() throws Exception {
        converse("AUTO", "disconnected: STATUS_CONNECTION_DISCONNECTED");
        converse("UDP", "disconnected: IO_TIMEOUT");

        assertThat(GettingStartedPage.output()).hasSizeGreaterThan(7).isSubsetOf(seen);
    }

    /** Lets the sides talk, the server die, come back, end in order and come back again, and the client die. */
    private void converse(String medium, String end) throws Exception {
        Side server = new Side(GreetingServer.class, medium);
        server.expect("listening on ");
        Side client = new Side(GreetingClient.class, medium);
        client.expect("connected: ");
        client.expect(ANSWERED);
        server.expect("connected: ");
        server.kill();
        client.expect(end);
        client.expect("N: not asked, CONNECTION_INVALID");
        client.expect("N: not asked, CONNECTION_INVALID");

        Side second = new Side(GreetingServer.class, medium);
        client.expect("connected: ");
        client.expect(ANSWERED);
        second.terminate();
        second.expect("ended: SUCCESS");
        client.expect("disconnected: STATUS_CONNECTION_DISCONNECTED");

        Side third = new Side(GreetingServer.class, medium);
        client.expect("connected: ");
        client.expect(ANSWERED);
        client.kill();
        third.expect("disconnected: ");
        third.kill();
    }
}
