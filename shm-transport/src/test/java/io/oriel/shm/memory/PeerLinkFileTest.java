// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.shm.ShmTestBed;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.ProcessName;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PeerLinkFileTest {
    private final Path path = ShmTestBed.freshDirectory();
    private final BaseDirectory base = BaseDirectory.open(path);
    private final ProcessDirectory process = ProcessDirectory.create(base);
    private final LinkFile file = LinkFile.create(process);

    @AfterEach
    void removeDirectory() {
        process.close();
        Directories.delete(path);
    }

    @Test
    void showsWhatItsOwnerPublishes() throws IOException {
        PeerLinkFile peer = open(file);
        assertThat(peer.acknowledgement()).isZero();

        file.publishAcknowledgement(Long.MIN_VALUE + 5);
        file.direct().putLong(0, 6);
        file.direct().putLong(file.direct().capacity() - Long.BYTES, 7);

        assertThat(peer.acknowledgement()).isEqualTo(Long.MIN_VALUE + 5);
        assertThat(peer.direct().getLong(0)).isEqualTo(6);
        assertThat(peer.direct().getLong(peer.direct().capacity() - Long.BYTES)).isEqualTo(7);
    }

    @Test
    void isOfOneLinkAlone() throws IOException {
        PeerLinkFile former = open(file);
        file.publishAcknowledgement(7);
        file.remove();

        LinkFile next = LinkFile.create(process);
        next.publishAcknowledgement(8);

        assertThat(process.path().resolve(file.name())).doesNotExist();
        assertThat(former.acknowledgement()).isEqualTo(7);
        assertThat(open(next).acknowledgement()).isEqualTo(8);
    }

    @Test
    void isNoFileOfAnotherKind() {
        WordsFile words = WordsFile.create(process, 1);

        assertThatThrownBy(() -> PeerLinkFile.open(peer(process.name()), words.name()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not the name of a file of a link's words");
    }

    @Test
    void canBeLookedAtAfterItWasUnmappedButShowsNothing() throws IOException {
        PeerLinkFile peer = open(file);
        file.publishAcknowledgement(7);
        file.direct().putLong(0, 8);

        peer.letGo();
        peer.unmap();
        peer.unmap();
        file.letGo();
        file.publishAcknowledgement(9);
        file.direct().putLong(0, 10);

        assertThat(peer.acknowledgement()).isZero();
        assertThat(peer.direct().getLongVolatile(0)).isZero();
        assertThat(peer.direct().getLong(peer.direct().capacity() - Long.BYTES)).isZero();
        PeerLinkFile another = open(file);
        assertThat(another.acknowledgement()).isEqualTo(7);
        assertThat(another.direct().getLong(0)).isEqualTo(8);
    }

    private PeerLinkFile open(LinkFile of) throws IOException {
        return PeerLinkFile.open(peer(process.name()), of.name());
    }

    private PeerDirectory peer(ProcessName name) throws IOException {
        return PeerDirectory.open(base, name, base.members().self());
    }
}
