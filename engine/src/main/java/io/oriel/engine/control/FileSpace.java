// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;

/**
 * The space of mapped files. A file that was only made long has no space yet: touching its mapping on a full file system raises
 * an {@link InternalError}, while writing to the file raises an exception. A removed file keeps its space while it is mapped.
 */
public final class FileSpace {
    private static final int CHUNK_LENGTH = 64 * 1024;

    private FileSpace() {}

    /**
     * Reserves the space of a file by writing zeros over all of it. Blocks; an interrupt closes the file and ends the call.
     *
     * @param file whose bytes are zeros
     * @throws IOException if there is no space
     */
    public static void reserve(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            reserve(channel, channel.size());
        }
    }

    /**
     * Reserves the space of an open file by writing zeros from its position on. Blocks; an interrupt closes the file and ends
     * the call.
     *
     * @param channel to the file, writable
     * @param length  bytes to be written
     * @throws IOException if there is no space
     */
    public static void reserve(FileChannel channel, long length) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(CHUNK_LENGTH, length));
        try {
            long remaining = length;
            while (remaining > 0) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), remaining));
                remaining -= channel.write(zeros);
            }
        } finally {
            BufferUtil.free(zeros); // now: logs come and go
        }
    }

    /**
     * Removes a file and releases its space, also while it is mapped. Its mappings stay valid and hold zeros: pages that are
     * written or read again take space until they are unmapped. No thread of any process may touch them during the call. Blocks;
     * nothing happens if there is no such file.
     *
     * @param file a path that leads through no symbolic link
     * @throws IOException if the file cannot be opened or removed; its space may not be released then
     */
    public static void remove(Path file) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        boolean isInterrupted = Thread.interrupted(); // it would close the channel
        try (FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
            Files.deleteIfExists(file); // first: from now on nobody can map it
            long length = channel.size();
            if (length > 0) {
                channel.truncate(0);
                IoUtil.unmap(channel.map(FileChannel.MapMode.READ_WRITE, length - 1, 1)); // lengthens it without a page
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
