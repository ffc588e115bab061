// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.engine.transport.Port;
import io.oriel.shm.ShmTestBed;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.ProcessName;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PeerWordsTest {
    private static final long ADAPTER_ID = 0x0102_0304_0506_0708L;

    private final Path path = ShmTestBed.freshDirectory();
    private final BaseDirectory base = BaseDirectory.open(path);
    private final ProcessDirectory process = ProcessDirectory.create(base);
    private final WordsFile words = WordsFile.create(process, ADAPTER_ID);
    private final Path file = process.path().resolve(words.name());

    @AfterEach
    void removeDirectory() {
        process.close();
        Directories.delete(path);
    }

    @Test
    void showWhatTheirOwnerPublishes() throws IOException {
        PeerWords peer = open();

        words.publishCredit(0, 3);
        words.publishCredit(Port.MAX_ENDPOINTS - 1, Long.MAX_VALUE);

        assertThat(peer.credit(0)).isEqualTo(3);
        assertThat(peer.credit(1)).isZero();
        assertThat(peer.credit(Port.MAX_ENDPOINTS - 1)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void areReadAfterTheFileLostItsName() throws IOException {
        PeerWords peer = open();

        words.remove();
        words.publishCredit(1, 2);

        assertThat(file).doesNotExist();
        assertThat(peer.credit(1)).isEqualTo(2);
    }

    @Test
    void areOneOwnersAlone() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void areRefusedIfTheFileIsShorterOrLonger() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(WordsLayout.LENGTH - 1);
        }
        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("bytes");

        Files.write(file, new byte[2], StandardOpenOption.APPEND);
        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("bytes");
    }

    @Test
    void areRefusedIfTheHeaderIsWrong() throws IOException {
        overwrite(SharedFile.VERSION_OFFSET, 99);
        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 99")
                .hasMessageContaining("ours is " + WordsLayout.VERSION);

        overwrite(SharedFile.MAGIC_OFFSET, 0);
        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not a file of an adapter's words");
    }

    @Test
    void areRefusedIfTheyBelongToAnotherAdapter() {
        assertThatThrownBy(() -> PeerWords.open(peer(process.name()), words.name(), ADAPTER_ID + 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another adapter");
    }

    @Test
    void areRefusedIfTheFileHasTwoNamesOrIsALink() throws IOException {
        Path second = process.path().resolve("w-0000000000000001");
        Files.createLink(second, file);
        assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("ordinary file");
        Files.delete(second);

        Files.createSymbolicLink(second, file);
        assertThatThrownBy(() -> PeerWords.open(peer(process.name()), "w-0000000000000001", ADAPTER_ID))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ordinary file");
    }

    @Test
    void areRefusedUnderANameThatLeavesTheDirectory() {
        assertThatThrownBy(() -> PeerWords.open(peer(process.name()), "../" + words.name(), ADAPTER_ID))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not the name");
    }

    @Test
    void areRefusedIfTheProcessHasNoDirectory() {
        ProcessName unknown = new ProcessName(1, 2, 3, "0123456789abcdef");

        assertThatThrownBy(() -> PeerWords.open(peer(unknown), words.name(), ADAPTER_ID))
                .isInstanceOf(IOException.class);
    }

    private PeerWords open() throws IOException {
        return PeerWords.open(peer(process.name()), words.name(), ADAPTER_ID);
    }

    private void overwrite(int offset, int value) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(value).flip();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(bytes, offset);
        }
    }

    private PeerDirectory peer(ProcessName name) throws IOException {
        return PeerDirectory.open(base, name, base.members().self());
    }
}
