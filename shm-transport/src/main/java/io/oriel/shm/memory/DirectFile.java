// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.FileChecks;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.ProcessName;
import io.oriel.shm.directory.RandomNames;
import io.oriel.shm.directory.ZeroedFile;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.regex.Pattern;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What one end of a link shows the other beside the frames, in a file: see {@link DirectLayout}. The file keeps its name
 * only until the other end has mapped it.
 */
public final class DirectFile {
    private static final Pattern NAME = Pattern.compile("d-[0-9a-f]{16}");

    private final Path path;
    private final UnsafeBuffer buffer;

    private DirectFile(Path path, UnsafeBuffer buffer) {
        this.path = path;
        this.buffer = buffer;
    }

    /**
     * Makes a file for one link. May block.
     *
     * @param directory of this process
     * @return the file; its name is to be removed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room
     */
    public static DirectFile create(ProcessDirectory directory) {
        Path path = directory.path().resolve(RandomNames.next("d-"));
        try {
            UnsafeBuffer buffer = new UnsafeBuffer(ZeroedFile.create(path, DirectLayout.LENGTH));
            buffer.putInt(DirectLayout.VERSION_OFFSET, DirectLayout.VERSION);
            // The peer learns the name from a message that is sent later, so it sees a complete header.
            buffer.putLongRelease(DirectLayout.MAGIC_OFFSET, DirectLayout.MAGIC);
            return new DirectFile(path, buffer);
        } catch (IOException e) {
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "no room for the " + DirectLayout.LENGTH + " bytes of a link's windows in " + directory.path()
                            + ": " + e + "; free memory there, or choose another directory with the property"
                            + " oriel.sharedMemory.directory",
                    e);
        }
    }

    /**
     * Checks and maps the file of a peer. May block.
     *
     * @param base    the directory where both are
     * @param process the peer's
     * @param name    of the file, as the peer gave it
     * @return the bytes, read-only
     * @throws IOException if the file is not what it must be
     */
    static UnsafeBuffer openPeer(BaseDirectory base, ProcessName process, String name) throws IOException {
        if (!NAME.matcher(name).matches()) {
            throw new IOException("'" + name + "' is not the name of a file of windows");
        }
        Path directory = base.path().resolve(process.toString());
        FileChecks.requireOwnDirectory(directory);
        Path path = directory.resolve(name);
        FileChecks.requireOwnFile(path, DirectLayout.LENGTH);
        try (FileChannel channel = FileChannel.open(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            MappedByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, DirectLayout.LENGTH);
            bytes.load();
            UnsafeBuffer buffer = new UnsafeBuffer(bytes);
            if (buffer.getLongAcquire(DirectLayout.MAGIC_OFFSET) != DirectLayout.MAGIC) { // Pairs with #create.
                throw new IOException(path + " is not a file of windows");
            }
            int version = buffer.getInt(DirectLayout.VERSION_OFFSET);
            if (version != DirectLayout.VERSION) {
                throw new IOException(path + " has layout version " + version + ", ours is " + DirectLayout.VERSION);
            }
            return buffer;
        }
    }

    /**
     * Returns the file's name.
     *
     * @return the last part of its path
     */
    public String name() {
        return path.getFileName().toString();
    }

    /**
     * Returns the file's bytes.
     *
     * @return writable
     */
    UnsafeBuffer buffer() {
        return buffer;
    }

    /** Removes the file's name; its mappings stay. May block; idempotent. */
    public void remove() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // It goes with the process' directory.
            assert e != null;
        }
    }
}
