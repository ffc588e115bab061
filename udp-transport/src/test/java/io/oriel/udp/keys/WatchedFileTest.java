// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class WatchedFileTest {
    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("watched");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void isReadAgainWhenItHasChangedOnly() throws IOException {
        AtomicInteger reads = new AtomicInteger();
        Files.writeString(file(), "one");
        WatchedFile<String> watched = WatchedFile.open(file(), path -> {
            reads.incrementAndGet();
            return read(path);
        });
        assertThat(watched.refresh(text -> {})).isFalse();
        assertThat(reads).hasValue(1);

        Files.writeString(file(), "other");

        assertThat(watched.refresh(text -> {})).isTrue();
        assertThat(watched.content()).isEqualTo("other");
    }

    /** As what copies files with their times leaves it. */
    @Test
    @Timeout(10)
    void isReadAgainThoughItsTimeAndLengthAreAsTheyWere() throws IOException {
        Files.writeString(file(), "one");
        FileTime time = Files.getLastModifiedTime(file());
        WatchedFile<String> watched = WatchedFile.open(file(), WatchedFileTest::read);

        boolean isSeen = false;
        while (!isSeen) { // the system's time of files may not go on at once
            Files.writeString(file(), "two");
            Files.setLastModifiedTime(file(), time);
            isSeen = watched.refresh(text -> {});
        }

        assertThat(watched.content()).isEqualTo("two");
    }
}
