// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {
    private static final String SECRET = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("keys");
    }

    private static KeyRing ring(String... ids) {
        List<PresharedKey> keys = new ArrayList<>();
        for (String id : ids) {
            keys.add(PresharedKey.draw(id, SealCipher.AES_256));
        }
        return new KeyRing(keys);
    }

    private void write(String text, String mode) throws IOException {
        Files.writeString(file(), text);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString(mode));
    }

    private void assertUnusable(String found) {
        assertThatExceptionOfType(NdException.class)
                .isThrownBy(() -> KeyFile.read(file()))
                .withMessageContaining("the key file " + file() + " cannot be used: ")
                .withMessageContaining(found)
                .matches(e -> e.status() == NdStatus.DEVICE_NOT_READY)
                .matches(e -> !String.valueOf(e.getMessage()).contains(SECRET.substring(0, 20)));
    }

    @Test
    void readsWhatItHasWritten() throws IOException {
        KeyRing written = ring("new", "old");
        KeyFile.create(file(), written);

        KeyRing read = KeyFile.read(file());

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(read.first().id()).isEqualTo("new");
        assertThat(read.keys()).hasSize(2).allMatch(written::has);
        assertThat(read.first().toString()).isEqualTo("key 'new'");
    }

    @Test
    void readsLinesWithRemarksBetween() throws IOException {
        write("# remark\n\none AES-128 " + SECRET + "\n  two   AES-256   " + SECRET + "  \n", "r--------");

        KeyRing read = KeyFile.read(file());

        assertThat(read.first().cipher()).isEqualTo(SealCipher.AES_128);
        assertThat(read.first().secret()).hasSize(32).startsWith(0, 1, 2);
        assertThat(read.keys()).extracting(PresharedKey::id).containsExactly("one", "two");
    }

    @Test
    void makesNoFileThatIsThere() throws IOException {
        KeyFile.create(file(), ring("one"));

        assertThatExceptionOfType(IOException.class).isThrownBy(() -> KeyFile.create(file(), ring("two")));
        assertThat(KeyFile.read(file()).first().id()).isEqualTo("one");
    }

    @Test
    void putsOtherKeysInPlaceOfThese() throws IOException {
        KeyFile.create(file(), ring("one"));
        KeyRing one = KeyFile.read(file());

        KeyFile.replace(
                file(), one.with(PresharedKey.draw("two", SealCipher.AES_128)).dialling("two"));

        KeyRing two = KeyFile.read(file());
        assertThat(two.keys()).extracting(PresharedKey::id).containsExactly("two", "one");
        assertThat(two.has(one.first())).isTrue();
        assertThat(two.without("one").has(one.first())).isFalse();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> two.without("three"))
                .withMessageContaining("[two, one]");
        assertThatIllegalArgumentException().isThrownBy(() -> one.without("one"));
        assertThatIllegalArgumentException().isThrownBy(() -> one.with(one.first()));
    }

    @Test
    void refusesAFileThatOthersCanRead() throws IOException {
        for (String mode : List.of("rw-r-----", "rw----r--", "rw--w----", "rwx-----x")) {
            write("one AES-256 " + SECRET, mode);
            assertUnusable("its mode must be 0600 or less, is 0");
        }
    }

    @Test
    void saysWhatIsWrongWithoutTheSecret() throws IOException {
        assertUnusable("there is none; make one with bin/oriel key");
        write("", "rw-------");
        assertUnusable("there must be 1 to 64 keys, were 0");
        write("one AES-256", "rw-------");
        assertUnusable("in line 1, there must be three words, an id, a cipher and a secret, were 2");
        write("# remark\none AES-192 " + SECRET, "rw-------");
        assertUnusable("in line 2, the cipher must be AES-128 or AES-256, was 'AES-192'");
        write("one AES-256 !" + SECRET, "rw-------");
        assertUnusable("the secret of the key 'one' is not in base 64");
        write("one AES-256 AAEC", "rw-------");
        assertUnusable("the secret of the key 'one' must have 32 bytes, has 3");
        write("o/ne AES-256 " + SECRET, "rw-------");
        assertUnusable("the id of a key must be 1 to 32 letters, digits, '.', '_' or '-', was 'o/ne'");
        write("one AES-256 " + SECRET + "\none AES-256 " + SECRET, "rw-------");
        assertUnusable("two keys have the id 'one'");
        write(" ".repeat(65537), "rw-------");
        assertUnusable("it has 65537 bytes, more than 65536");
        Files.delete(file());
        Files.createDirectory(file());
        assertUnusable("it is no file");
    }

    @Test
    void saysNothingOfASecretThatIsInAnotherWordsPlace() throws IOException {
        for (String line : List.of(
                SECRET + " AES-256 one",
                "one " + SECRET + " AES-256",
                SECRET + " one AES-256",
                "AES-256 " + SECRET + " one",
                "one " + SECRET,
                SECRET)) {
            write(line, "rw-------");
            assertThatExceptionOfType(NdException.class)
                    .isThrownBy(() -> KeyFile.read(file()))
                    .satisfies(e -> {
                        StringWriter all = new StringWriter();
                        e.printStackTrace(new PrintWriter(all));
                        assertThat(all.toString()).doesNotContain(SECRET.substring(0, 8));
                    });
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ring("one").without(SECRET))
                .matches(e -> !String.valueOf(e.getMessage()).contains(SECRET));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ring(SECRET))
                .matches(e -> !String.valueOf(e.getMessage()).contains(SECRET));
    }

    /** By threads: {@link KeyFileProcessesIT} does so by processes. */
    @Test
    void losesNoChangeWhenManyAreMadeAtOnce() {
        List<CompletableFuture<Void>> changes = new ArrayList<>();
        for (int number = 0; number < KeyRing.MAX_KEYS; number++) {
            String id = "key-" + number;
            changes.add(CompletableFuture.runAsync(() -> KeyFileMain.add(file(), id)));
        }
        changes.forEach(CompletableFuture::join);

        assertThat(KeyFile.read(file()).keys()).hasSize(KeyRing.MAX_KEYS);
    }

    @Test
    void takesAKeyOutOfTheFileThatASymbolicLinkNames() throws IOException {
        KeyFile.create(file(), ring("one", "two"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("keys"));

        KeyRing left = KeyFile.change(link, before -> before.orElseThrow().without("one"));

        assertThat(left.keys()).extracting(PresharedKey::id).containsExactly("two");
        assertThat(KeyFile.read(file()).keys()).extracting(PresharedKey::id).containsExactly("two");
        assertThat(link).isSymbolicLink();
    }
}
