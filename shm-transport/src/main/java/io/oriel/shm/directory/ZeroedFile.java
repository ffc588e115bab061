// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.engine.control.FileSpace;
import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * Makes files of zeros to be mapped. The zeros are written, because a file that is only made long has no memory yet:
 * on a full file system touching it would kill the process, while writing it fails in good order.
 */
public final class ZeroedFile {
    private ZeroedFile() {}

    /**
     * Makes a file and maps it. It bears its name only when it is complete.
     *
     * @param directory of this process
     * @param name      of the file, which must not exist
     * @param length    bytes, at least 1
     * @param rights    of the file
     * @return the file's bytes, writable
     * @throws IOException if there is no room; then nothing is left behind
     */
    public static MappedByteBuffer create(
            ProcessDirectory directory, String name, long length, Set<PosixFilePermission> rights) throws IOException {
        Path unfinished = directory.at(RandomNames.next("t-"));
        try (FileChannel channel = FileChannel.open(
                unfinished,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS),
                FileChecks.FILE_MODE)) {
            Files.setPosixFilePermissions(unfinished, rights);
            FileSpace.reserve(channel, length);
            MappedByteBuffer buffer = channel.map(FileChannel.MapMode.READ_WRITE, 0, length);
            FileTree.rename(unfinished, unfinished.resolveSibling(name));
            return buffer;
        } catch (IOException | RuntimeException | Error e) {
            FileTree.deleteOne(unfinished);
            throw e;
        }
    }
}
