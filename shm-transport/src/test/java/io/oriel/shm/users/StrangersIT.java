// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdException;
import io.oriel.api.config.SharingConfig;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.resource.SmallTmpfs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Users who are not to be met, or who come first, or take all the room. */
@Timeout(120)
@WholeBuild
class StrangersIT {
    private static final int RACES = 300;

    @RegisterExtension
    static final Village VILLAGE = new Village();

    @Test
    void whomTheListDoesNotNameIsRefusedFromBothSides() {
        ChildProcess ann = VILLAGE.open(User.ANN, "-Doriel.shm.users=" + User.BOB.uid());
        ChildProcess carol = VILLAGE.open(User.CAROL);
        InetSocketAddress annsAddress = ann.listen();

        carol.beginConnect(annsAddress);
        assertThat(carol.ask("end")).isEqualTo("CONNECTION_REFUSED");
        ann.beginConnect(carol.listen());
        assertThat(ann.ask("end")).isEqualTo("ACCESS_VIOLATION");

        Village.connect(VILLAGE.open(User.BOB), ann, annsAddress);
    }

    @Test
    void whoCopiesKeepsItsMemoryOutOfTheGroupsReach() throws IOException {
        ChildProcess ann = VILLAGE.open(User.ANN, "-Doriel.shm.access=COPIED");
        ChildProcess bob = VILLAGE.open(User.BOB);

        Village.connect(bob, ann);
        Village.exchange(ann, bob);
        Village.reach(bob, ann);

        assertThat(bob.ask("explain")).contains("COPIED");
        try (Stream<Path> files = Files.walk(VILLAGE.directory())) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("r-")))
                    .allSatisfy(file -> assertThat(Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS))
                            .isEqualTo(User.BOB.uid()));
        }
    }

    @Test
    void whoIsNotInTheGroupCannotOpen() {
        ChildProcess ann = VILLAGE.open(User.ANN);
        assertThat(ann.ask("listen")).isNotEmpty();

        assertThat(VILLAGE.start(User.EVE).ask("open"))
                .startsWith("failed INSUFFICIENT_RESOURCES")
                .contains(VILLAGE.directory().toString());
    }

    @Test
    void aLinkPutInTheWayLeadsNowhere() throws IOException, InterruptedException {
        Path target = Files.createDirectory(VILLAGE.place().resolve("target"));
        Files.setAttribute(target, "unix:mode", 0777);
        Path wanted = VILLAGE.directory();
        Process race = VILLAGE.beginAttack(User.EVE, "race", wanted.toString(), target.toString());
        try (BufferedReader output = reader(race)) {
            assertThat(output.readLine()).isEqualTo("racing");
            SharingConfig sharing = SharingConfig.defaults().withGroup(Integer.toString(User.TRADERS));
            for (int i = 0; i < RACES; i++) {
                open(wanted, sharing);
            }
        } finally {
            race.destroyForcibly().waitFor();
        }
        assertThat(target).isEmptyDirectory();
    }

    private static BufferedReader reader(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    private static void open(Path wanted, SharingConfig sharing) throws IOException {
        try {
            BaseDirectory made = BaseDirectory.open(wanted, sharing);
            assertThat(made.locked(() -> Files.isDirectory(wanted, LinkOption.NOFOLLOW_LINKS)))
                    .isTrue();
            Files.delete(wanted.resolve("lock"));
            Files.delete(wanted);
        } catch (NdException e) {
            assertThat(e).hasMessageContaining(wanted.toString());
        }
    }

    @Test
    void aMemberWhoFillsTheMemoryStopsNothingThatGoesOn() throws Exception {
        try (SmallTmpfs small = SmallTmpfs.mount("64m")) {
            VILLAGE.moveTo(small.path());
            ChildProcess ann = VILLAGE.open(User.ANN);
            ChildProcess bob = VILLAGE.open(User.BOB);
            Village.connect(bob, ann);

            assertThat(VILLAGE.attack(User.CAROL, "fill", List.of(VILLAGE.directory())))
                    .contains("fill done " + VILLAGE.directory().resolve("filler"));

            Village.exchange(ann, bob);
            Village.reach(bob, ann);
            assertThat(VILLAGE.start(User.BOB).ask("open")).startsWith("failed INSUFFICIENT_RESOURCES");
            ann.order("close", "closed");
            bob.order("close", "closed");
            VILLAGE.leave();
        }
    }
}
