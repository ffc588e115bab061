// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Takes all the pages of a file system but as many as a test leaves. */
public final class SpaceHog implements AutoCloseable {
    /** Bytes of a page. */
    public static final int PAGE = 4096;

    private final Path path;
    private final FileChannel channel;
    private final ByteBuffer page = ByteBuffer.allocateDirect(PAGE);

    /**
     * Takes nothing yet.
     *
     * @param directory in the file system
     */
    public SpaceHog(Path directory) throws IOException {
        path = directory.resolve("hog");
        channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Leaves as many pages as told. */
    public void leave(int pages) {
        try {
            takeAll();
            channel.truncate(Math.max(0, channel.size() - (long) pages * PAGE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void takeAll() throws IOException {
        channel.position(channel.size());
        try {
            while (true) {
                channel.write(page.clear());
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    /** Takes none any more. */
    public void giveBack() {
        try {
            channel.truncate(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
        Files.delete(path);
    }
}
