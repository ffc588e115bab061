// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.api.NdException;
import io.oriel.engine.control.SystemFailure;
import io.oriel.shm.directory.LockFiles;
import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.RandomNames;
import io.oriel.shm.directory.ZeroedFile;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** A file of a fixed length that one process writes and its peers read. It begins with a magic number and a version. */
final class SharedFile {
    static final int MAGIC_OFFSET = 0;
    static final int VERSION_OFFSET = 8;

    private final Path path;
    private final MappedByteBuffer bytes;
    private final UnsafeBuffer buffer;
    private final List<UnsafeBuffer> parts = new ArrayList<>();

    private SharedFile(Path path, MappedByteBuffer bytes) {
        this.path = path;
        this.bytes = bytes;
        buffer = part(0, bytes.capacity());
    }

    /**
     * What such a file holds.
     *
     * @param prefix  of its name, which random digits follow
     * @param content in words, for messages
     * @param length  bytes
     * @param magic   the first 8 bytes
     * @param version of the layout, the next 4
     */
    record Format(String prefix, String content, int length, long magic, int version) {

        /**
         * Makes a file. May block.
         *
         * @param directory of this process
         * @param header    writes what follows the version
         * @return the file, writable; its name is to be removed by the caller
         * @throws NdException INSUFFICIENT_RESOURCES if there is no room
         */
        SharedFile create(ProcessDirectory directory, Consumer<UnsafeBuffer> header) {
            return create(directory, directory.path().resolve(RandomNames.next(prefix)), header);
        }

        /**
         * Makes a file of a certain name, as {@link #create(ProcessDirectory, Consumer)}.
         *
         * @param directory of this process
         * @param path      of the file, in the directory
         * @param header    writes what follows the version
         * @return the file
         */
        SharedFile create(ProcessDirectory directory, Path path, Consumer<UnsafeBuffer> header) {
            try {
                SharedFile file = new SharedFile(
                        path,
                        ZeroedFile.create(
                                directory,
                                path.getFileName().toString(),
                                length,
                                directory.rights().ownersFile()));
                file.buffer.putInt(VERSION_OFFSET, version);
                header.accept(file.buffer);
                // A peer learns the name from a message that is sent later, so it sees a complete header.
                file.buffer.putLongRelease(MAGIC_OFFSET, magic); // Pairs with #check.
                return file;
            } catch (IOException e) {
                throw SystemFailure.exception(
                        "the file of " + length + " bytes for " + content + " cannot be made in " + directory.path(),
                        path,
                        e);
            }
        }

        /**
         * Checks and maps the file of a peer. May block.
         *
         * @param directory of the peer's process
         * @param name      of the file, as the peer gave it
         * @return the file, read-only
         * @throws IOException if the file is not what it must be
         */
        SharedFile open(PeerDirectory directory, String name) throws IOException {
            if (!name.matches(prefix + RandomNames.DIGITS)) {
                throw new IOException("'" + name + "' is not the name of a file of " + content);
            }
            Path path = directory.file(name, length);
            FileChannel channel = LockFiles.open(path, directory.uid());
            try {
                MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, length);
                bytes.load();
                SharedFile file = new SharedFile(path, bytes);
                check(file);
                return file;
            } finally {
                LockFiles.close(channel);
            }
        }

        private void check(SharedFile file) throws IOException {
            if (file.buffer.getLongAcquire(MAGIC_OFFSET) != magic) { // Pairs with #create.
                file.unmap();
                throw new IOException(file.path + " is not a file of " + content);
            }
            int found = file.buffer.getInt(VERSION_OFFSET);
            if (found != version) {
                file.unmap();
                throw new IOException(file.path + " has layout version " + found + ", ours is " + version);
            }
        }
    }

    /** Returns the file's name. */
    String name() {
        return path.getFileName().toString();
    }

    /** Returns where the file is, or was. */
    Path path() {
        return path;
    }

    /** Returns the file's bytes. */
    UnsafeBuffer buffer() {
        return buffer;
    }

    /** Returns some of the file's bytes, in a buffer for the same thread as {@link #buffer}'s. */
    UnsafeBuffer part(int offset, int length) {
        UnsafeBuffer part = viewApart(offset, length);
        parts.add(part);
        return part;
    }

    /** Returns some of the file's bytes, in a buffer that {@link #letGo} leaves as it is. */
    UnsafeBuffer viewApart(int offset, int length) {
        return new UnsafeBuffer(bytes, offset, length);
    }

    /** Takes all parts off the file: they hold zeros that nobody else sees. By the one thread that looks at them. */
    void letGo() {
        HeapTwin twin = new HeapTwin(bytes.capacity());
        parts.forEach(twin::replace);
    }

    /** Unmaps the file, at which no thread looks any more. Idempotent. */
    void unmap() {
        IoUtil.unmap(bytes);
    }

    /** Removes the file's name; its mappings stay. May block; idempotent. */
    void remove() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // It goes with the process' directory.
        }
    }
}
