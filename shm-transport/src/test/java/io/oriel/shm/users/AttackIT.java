// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What users who do not mean well can do to two of a group who are connected. */
@Timeout(120)
@WholeBuild
class AttackIT {
    @RegisterExtension
    static final Village VILLAGE = new Village();

    private ChildProcess ann;
    private ChildProcess bob;

    @BeforeEach
    void connect() {
        ann = VILLAGE.open(User.ANN);
        bob = VILLAGE.open(User.BOB);
        Village.connect(bob, ann);
        Village.exchange(ann, bob);
        Village.reach(bob, ann);
    }

    @Test
    void whoIsNotInTheGroupGetsNowhereFromAnyContainerThoughEveryNameIsKnown() throws IOException {
        List<Path> everything = everything();

        for (String how : List.of("map", "scribble", "truncate", "connect", "remove", "fill")) {
            assertThat(VILLAGE.attack(User.EVE, how, everything))
                    .isNotEmpty()
                    .noneMatch(line -> line.contains(" done "));
            assertThat(VILLAGE.attackFromContainer(User.EVE, how, everything))
                    .isNotEmpty()
                    .noneMatch(line -> line.contains(" done "));
        }
        Village.exchange(ann, bob);
        ann.order("close", "closed");
        bob.order("close", "closed");
    }

    @Test
    void aMemberWhoIsNoPeerFindsNothingOfTheOthersButNames() throws IOException {
        Path directory = VILLAGE.directory();

        for (String how : List.of("scribble", "truncate")) {
            assertThat(VILLAGE.attack(User.CAROL, how, List.of(directory)))
                    .containsExactly(how + " done " + directory.resolve("lock"));
        }
        assertThat(VILLAGE.attack(User.CAROL, "remove", List.of(directory)))
                .filteredOn(line -> line.contains(" done "))
                .allMatch(line -> line.matches("remove done .*/d/(lock|s-[^/]*)"));
        Village.exchange(ann, bob);
        Village.connect(VILLAGE.open(User.BOB), VILLAGE.open(User.ANN));
    }

    @Test
    void aPeerWhoScribblesOverAllThatItReachesEndsNoProcess() throws IOException {
        ann.order("serve", "serving");
        bob.order("write-on", "serving");
        List<String> done = VILLAGE.attack(User.CAROL, "scribble", everything()).stream()
                .filter(line -> line.contains(" done "))
                .toList();

        assertThat(done).isNotEmpty().allMatch(line -> line.matches(".*(/lock|/cnc.dat|\\.logbuffer)"));
        ann.order("rest");
        bob.order("rest");
        for (int round = 0; round < 20; round++) {
            for (ChildProcess each : List.of(ann, bob)) {
                each.ask("receive 1 64");
                each.ask("send 1 64");
                each.order("poll 1000");
            }
        }
        ann.order("close", "closed");
        bob.order("close", "closed");
    }

    private static List<Path> everything() throws IOException {
        try (Stream<Path> files = Files.walk(VILLAGE.directory())) {
            return files.toList();
        }
    }
}
