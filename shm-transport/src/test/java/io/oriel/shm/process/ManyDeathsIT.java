// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Provider;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One process outlives many. The property {@code oriel.test.deaths} says how many. */
@Timeout(600)
class ManyDeathsIT {
    private static final int DEATHS = Integer.getInteger("oriel.test.deaths", WholeBuild.RUNS ? 6 : 3);

    @RegisterExtension
    final Stage stage = new Stage();

    @Test
    void nothingOfTheDeadStaysWithTheSurvivor() {
        Party survivor = new Party(stage.newProvider());
        List<String> descriptors = List.of();
        for (int i = 0; i < DEATHS; i++) {
            ChildProcess child = stage.newChild();
            child.order("open", "opened");
            child.accept(survivor);
            Party.require(survivor.receive(64));
            Party.require(survivor.send(64));
            assertThat(logs()).isPositive();

            child.kill();

            survivor.settle();
            survivor.ledger().requireEndByDeath();
            survivor.renew();
            survivor.progressUntil("the logs are gone", () -> logs() == 0);
            child.close();
            if (i == 0) {
                descriptors = descriptors();
            }
        }
        // Logs are closed a while after they were removed.
        int before = descriptors.size();
        survivor.progressUntil(
                "no more files are open than before", () -> descriptors().size() <= before);
    }

    @Test
    void aProcessKilledWhileItOpensStopsNobody() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        System.out.println("kills while opening: seed " + seed);
        for (int i = 0; i < DEATHS; i++) {
            ChildProcess child = stage.newChild();
            child.tell("open");
            // The virtual machine takes most of it.
            LockSupport.parkNanos(1000L * random.nextInt(400_000));
            child.kill();
            child.awaitEnd();

            Provider one = stage.newProvider();
            Provider other = stage.newProvider();
            assertThat(stage.remainsOf(child)).as("seed %d, round %d", seed, i).isEmpty();
            try (Party active = new Party(one);
                    Party passive = new Party(other)) {
                KillScene.requireConnection(active, passive);
            }
            // So that the next child comes first.
            one.close();
            other.close();
        }
    }

    private long logs() {
        String own = "/p-" + ProcessHandle.current().pid() + "-"; // the dead's go when the next adapter is opened
        return walk(stage.directory()).stream()
                .filter(path -> path.toString().endsWith(".logbuffer")
                        && path.toString().contains(own))
                .count();
    }

    /** Lists what is open in this process. */
    private static List<String> descriptors() {
        List<String> targets = new ArrayList<>();
        for (Path descriptor : list(Path.of("/proc/self/fd"))) {
            try {
                targets.add(Files.readSymbolicLink(descriptor).toString());
            } catch (IOException e) {
                // That of the listing itself.
                assertThat(e).isNotNull();
            }
        }
        return targets.stream().sorted().toList();
    }

    private static List<Path> list(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> walk(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of(directory.resolve("unknown.logbuffer")); // it has changed meanwhile
        }
    }
}
