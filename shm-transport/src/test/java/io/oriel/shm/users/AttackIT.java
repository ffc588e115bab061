// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What users who do not mean well can do to two of a group who are connected. */
@Timeout(120)
@WholeBuild
class AttackIT {
    @RegisterExtension
    static final Village VILLAGE = new Village();

    private static final int ROUNDS = 40;

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
                .isNotEmpty()
                .noneMatch(line -> line.contains(" done "));
        Village.exchange(ann, bob);
        Village.connect(VILLAGE.open(User.BOB), VILLAGE.open(User.ANN));
    }

    /** Carol is a member whom nobody has met; Bob is connected. */
    @ParameterizedTest
    @EnumSource(
            value = User.class,
            names = {"BOB", "CAROL"})
    void whoKnowsEveryNameWritesAndCutsNothingOfAnotherUser(User attacker) throws IOException {
        Path lock = VILLAGE.directory().resolve("lock");
        ann.order("serve", "serving");
        List<Path> others = everything().stream()
                .filter(path -> !VILLAGE.isOf(attacker, path) && !path.equals(VILLAGE.directory()))
                .toList();
        assertThat(others)
                .anyMatch(path -> path.toString().endsWith(".logbuffer"))
                .anyMatch(path -> path.getFileName().toString().matches("g-.*"))
                .anyMatch(path -> path.getFileName().toString().matches("r-.*"))
                .contains(lock);

        for (String how : List.of("scribble", "truncate")) {
            assertThat(VILLAGE.attack(attacker, how, others))
                    .filteredOn(line -> line.contains(" done "))
                    .allMatch(line -> line.equals(how + " done " + lock));
        }
        ann.order("rest");

        requireOrder();
    }

    @Test
    void messagesGoInOrderWhileAMemberScribblesAndCutsAllTheTime() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("harass"));
        everything().stream().filter(Files::isRegularFile).map(Path::toString).forEach(words::add);
        Process harassing = VILLAGE.beginAttack(User.CAROL, words.toArray(String[]::new));
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(harassing.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(output.readLine()).isEqualTo("harassing");

            requireOrder();

            harassing.getOutputStream().close();
            assertThat(output.readLine()).isEqualTo("hits 0");
        } finally {
            harassing.destroyForcibly().waitFor();
        }
    }

    /** What each sends comes, and both close in good order. */
    private void requireOrder() {
        for (int round = 0; round < ROUNDS; round++) {
            Village.exchange(ann, bob);
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
