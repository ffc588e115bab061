// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two users of one group. */
@Timeout(120)
class GroupIT {
    @RegisterExtension
    static final Village VILLAGE = new Village();

    @Test
    void usersOfAGroupReadEachOthersMemoryAndHaveTheOwnerWriteIt() throws IOException {
        ChildProcess ann = VILLAGE.open(User.ANN);
        ChildProcess bob = VILLAGE.open(User.BOB);

        Village.connect(bob, ann);
        Village.exchange(ann, bob);
        Village.reach(bob, ann);
        Village.reach(ann, bob);

        assertThat(ann.ask("explain"))
                .contains("runs as user " + User.BOB.uid() + " of the same group", "KERNEL_READ_ONLY");
        assertThat(bob.ask("explain"))
                .contains("runs as user " + User.ANN.uid() + " of the same group", "KERNEL_READ_ONLY");
        requireModes();
        requireReadOnly(regionsOf(User.ANN), User.BOB);
    }

    @Test
    void eachUserHasAMediaDriverOfItsOwn() throws IOException {
        ChildProcess carol = VILLAGE.start(User.CAROL);
        carol.order("host-driver", "hosting");
        assertThat(VILLAGE.start(User.BOB, "-Doriel.driver.mode=EXTERNAL").ask("open"))
                .startsWith("failed DEVICE_NOT_READY");
        VILLAGE.start(User.ANN).order("host-driver", "hosting");
        VILLAGE.start(User.BOB).order("host-driver", "hosting");
        for (User user : List.of(User.ANN, User.BOB, User.CAROL)) {
            assertThat(mode(VILLAGE.directory().resolve("d-" + user.uid() + ".sock")))
                    .isEqualTo("600");
        }
        ChildProcess ann = VILLAGE.open(User.ANN, "-Doriel.driver.mode=EXTERNAL");
        ChildProcess bob = VILLAGE.open(User.BOB, "-Doriel.driver.mode=EXTERNAL");

        Village.connect(bob, ann);
        Village.exchange(ann, bob);
        Village.reach(bob, ann);
        requireModes();
    }

    @Test
    void processesOfOneUserGoOnAsWithoutAGroup() throws IOException {
        ChildProcess one = VILLAGE.open(User.ANN);
        ChildProcess other = VILLAGE.open(User.ANN);

        Village.connect(other, one);
        Village.exchange(one, other);
        Village.reach(other, one);

        assertThat(one.ask("explain")).contains("the same user", "COOPERATIVE");
        requireModes();
    }

    private static void requireModes() throws IOException {
        assertThat(mode(VILLAGE.directory())).isEqualTo("3770");
        assertThat(mode(VILLAGE.directory().resolve("lock"))).isEqualTo("660");
        for (Path file : filesOf(User.ANN)) {
            String name = file.getFileName().toString();
            assertThat(mode(file)).as(file.toString()).matches(modes(name, file.getParent()));
        }
    }

    /** Nobody comes to what is in a driver's directory, but by a name that a log has elsewhere. */
    private static String modes(String name, Path parent) {
        if (name.matches("[dh]-[0-9a-f]{16}")) {
            return "2700";
        }
        if (parent.toString().matches(".*/[dh]-[0-9a-f]{16}(/publications)?")) {
            return "\\d+";
        }
        if (name.matches("p-.*")) {
            return "2710";
        }
        return name.matches("[grwl]-[0-9a-f]{16}|alive") ? "640" : name.matches("d-.*\\.sock") ? "600" : "660";
    }

    private static String mode(Path path) throws IOException {
        return Integer.toOctalString(
                07777 & (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS));
    }

    private static void requireReadOnly(List<Path> regions, User member) throws IOException {
        assertThat(regions).isNotEmpty();
        for (Path region : regions) {
            assertThat(VILLAGE.attack(member, "map", List.of(region)))
                    .containsExactly(
                            "open-to-write Permission denied " + region,
                            "open-to-read done " + region,
                            "map-to-write Permission denied " + region,
                            "map-to-read done " + region,
                            "protect Permission denied " + region,
                            "store Bad address " + region,
                            "open-again-to-write Permission denied " + region,
                            "truncate Permission denied " + region,
                            "change-mode Operation not permitted " + region);
        }
    }

    private static List<Path> regionsOf(User user) throws IOException {
        return filesOf(user).stream()
                .filter(file -> file.getFileName().toString().startsWith("r-"))
                .toList();
    }

    private static List<Path> filesOf(User user) throws IOException {
        try (Stream<Path> files = Files.walk(VILLAGE.directory())) {
            return files.filter(file -> !file.equals(VILLAGE.directory()) && VILLAGE.isOf(user, file))
                    .toList();
        }
    }
}
