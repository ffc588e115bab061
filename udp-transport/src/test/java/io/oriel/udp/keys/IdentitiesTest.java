// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.oriel.api.NdException;
import io.oriel.udp.seal.LinkKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentitiesTest {
    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("identity");
    }

    @Test
    void readsWhatItHasWritten() throws IOException {
        Identities peer = Identities.draw();
        Identities written = Identities.draw();
        written.create(file());
        written.with("peer", peer.openText()).replace(file());

        Identities read = Identities.read(file());

        assertThat(read.openText()).isEqualTo(written.openText()).isNotEqualTo(peer.openText());
        assertThat(read.own().secret()).isEqualTo(written.own().secret());
        LinkKeys.Name name = Objects.requireNonNull(read.nameOf(peer.own().open()));
        assertThat(name.text()).isEqualTo("peer");
        assertThat(read.knows(name)).isTrue();
        assertThat(read.without("peer").knows(name)).isFalse();
        assertThat(read.nameOf(read.own().open())).isNull();
        assertThat(read.without("peer").names()).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void saysWhatIsWrong() throws IOException {
        Identities own = Identities.draw();
        String open = Identities.draw().openText();
        assertThatIllegalArgumentException().isThrownBy(() -> own.with("a peer", open));
        assertThatIllegalArgumentException().isThrownBy(() -> own.with("peer", "AAEC"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> own.with("peer", open).with("peer", own.openText()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> own.with("peer", open).with("other", open));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> own.without("peer"))
                .withMessageContaining("are []");

        assertUnusable("there is none; make one with bin/oriel identity");
        write("");
        assertUnusable("there is no identity in it");
        write("peer one " + open);
        assertUnusable("in line 1, there must be the word identity");
        write("identity " + open + "\nidentity " + open);
        assertUnusable("in line 2, there must be the word identity");
    }

    private void write(String text) throws IOException {
        Files.writeString(file(), text);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
    }

    private void assertUnusable(String found) {
        assertThatExceptionOfType(NdException.class)
                .isThrownBy(() -> Identities.read(file()))
                .withMessageContaining("the identity file " + file() + " cannot be used: ")
                .withMessageContaining(found);
    }
}
