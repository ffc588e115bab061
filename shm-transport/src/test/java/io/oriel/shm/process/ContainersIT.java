// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.Connector;
import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.shm.Eventually;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Processes in containers: each has its own process ids, network and mounts, and a directory that all see. Only root makes such
 * namespaces; others skip this.
 */
@Timeout(120)
class ContainersIT {
    private static final String SCOPE = "shop";
    private static final InetSocketAddress MEETING = new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000);
    private static final int DEATHS = 3;
    private static final long SOON_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final List<String> CONTAINER = List.of(
            "unshare",
            "--pid",
            "--net",
            "--mount",
            "--fork",
            "--kill-child",
            "sh",
            "-c",
            "mount -t proc proc /proc && ip link set lo up && exec \"$@\"",
            "sh");

    @RegisterExtension
    final Stage stage = new Stage();

    @BeforeAll
    static void requireNamespaces() throws Exception {
        assumeTrue(Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "only root can make namespaces");
        boolean isMade = canContain();
        boolean isRequired = Boolean.parseBoolean(System.getenv("ORIEL_REQUIRE_HOSTS"));
        assertThat(isMade || !isRequired).as("namespaces are required").isTrue();
        assumeTrue(isMade, "namespaces cannot be made here; they need unshare, of util-linux, and ip, of iproute2");
    }

    private static boolean canContain() throws InterruptedException {
        List<String> words = new ArrayList<>(CONTAINER);
        words.add("true");
        try {
            return new ProcessBuilder(words).inheritIO().start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void twoContainersMeetInAScopeThoughBothProcessesHaveTheSameNumber() {
        ChildProcess listener = newContainer(SCOPE);
        ChildProcess dialler = newContainer(SCOPE);

        connect(dialler, listener);
        exchange(dialler, listener);

        for (ChildProcess each : List.of(listener, dialler)) {
            assertThat(each.ask("explain"))
                    .contains("the scope " + SCOPE, "process 1 of another PID namespace", "COOPERATIVE");
        }
    }

    @Test
    void theyDoNotMeetWithoutAScope() {
        ChildProcess listener = newContainer("");
        ChildProcess dialler = newContainer("");
        InetSocketAddress address = listener.listen(MEETING);

        dialler.beginConnect(address);

        assertThat(dialler.ask("end")).isEqualTo("CONNECTION_REFUSED");
    }

    @Test
    void theDeathOfAProcessInAContainerIsNoticedAtOnceAndNothingIsLeft() {
        Provider provider = stage.newProvider(config());
        long fastestNs = Long.MAX_VALUE;
        for (int i = 0; i < DEATHS; i++) {
            ChildProcess victim = newContainer(SCOPE);
            Party survivor = new Party(provider);
            victim.accept(survivor, victim.listen(MEETING));
            assertThat(survivor.connector().peer())
                    .hasValueSatisfying(peer -> assertThat(peer.processId()).isZero())
                    .map(Connector.Peer::access)
                    .contains(Connector.Access.COOPERATIVE);
            CompletableFuture<Void> notice = survivor.connector().notifyDisconnect();
            assertThat(survivor.receive(64)).isEqualTo(NdStatus.SUCCESS);

            long killNs = System.nanoTime();
            victim.kill();
            Outcomes.requireSuccess(notice);
            fastestNs = Math.min(fastestNs, System.nanoTime() - killNs);

            survivor.settle();
            survivor.close();
            Eventually.becomes(this::remains, List.of());
        }
        System.out.printf("a death in a container was noticed after %d us%n", fastestNs / 1000);
        assertThat(fastestNs).isLessThan(SOON_NS);
    }

    /** Lists what the first process of a container has left. */
    private List<String> remains() {
        return stage.entries().stream().filter(name -> name.startsWith("p-1-")).toList();
    }

    private OrielConfig config() {
        SharedMemoryConfig memory = stage.config().sharedMemory();
        return stage.config()
                .withSharedMemory(memory.withSharing(memory.sharing().withScope(SCOPE)));
    }

    private ChildProcess newContainer(String scope) {
        ChildProcess child = stage.add(ChildProcess.start(JvmCommand.of(ShmChild.class)
                .with(List.of(
                        "-XX:-UsePerfData", // its files are named by process ids
                        "-Doriel.medium=SHM",
                        "-Doriel.sharedMemory.directory=" + stage.directory(),
                        "-Doriel.shm.scope=" + scope))
                .behind(CONTAINER)));
        child.order("open", "opened");
        return child;
    }

    private static void connect(ChildProcess dialler, ChildProcess listener) {
        InetSocketAddress address = listener.listen(MEETING);
        listener.order("begin-request", "begun");
        dialler.beginConnect(address);
        listener.order("end", "SUCCESS");
        listener.order("begin-accept", "begun");
        dialler.order("end", "SUCCESS");
        dialler.order("begin-complete", "begun");
        listener.order("end", "SUCCESS");
        dialler.order("end", "SUCCESS");
    }

    private static void exchange(ChildProcess one, ChildProcess other) {
        one.order("open-window " + other.ask("bind"));
        other.order("receive 8 100000");
        other.order("serve", "serving");
        for (String order : List.of("send 8 100000", "write 8 4096", "read 8 4096", "add 1")) {
            one.order(order);
        }
        one.order("settle-initiator");
        other.order("rest");
        one.order("require-success-so-far");
        other.order("require-success-so-far");
    }
}
