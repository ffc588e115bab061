// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.directory;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.ExitHook;
import io.oriel.engine.control.SystemFailure;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/** Directories that no other user can look into. */
final class PrivateDirectory {
    static final Set<PosixFilePermission> FILE_PERMISSIONS = PosixFilePermissions.fromString("rw-------");
    static final FileAttribute<?> FILE_MODE = PosixFilePermissions.asFileAttribute(FILE_PERMISSIONS);

    private static final Set<PosixFilePermission> PERMISSIONS = PosixFilePermissions.fromString("rwx------");
    private static final int TYPE_AND_PERMISSIONS = 0177777;
    private static final int PRIVATE_DIRECTORY = 0040700;
    private static final int TYPE_AND_OTHERS_WRITE = 0170022;
    private static final int DIRECTORY = 0040000;

    private PrivateDirectory() {}

    /**
     * Makes a directory if it is missing, and checks that it is this user's alone.
     *
     * @param path absolute
     * @throws NdException INSUFFICIENT_RESOURCES with what was found and the remedy
     */
    static void require(Path path) {
        try {
            create(path);
            if (!isPrivate(path)) {
                throw new NdException(
                        NdStatus.INSUFFICIENT_RESOURCES,
                        "the directory " + path
                                + " for media drivers cannot be used: it must be a directory of this user"
                                + " with mode 0700, and is not; remove it, or choose another with the property"
                                + " oriel.sharedMemory.directory");
            }
        } catch (IOException e) {
            throw SystemFailure.exception("the directory " + path + " for media drivers cannot be used", path, e);
        }
    }

    /**
     * Makes a directory again after it was removed. Aeron may have made it meanwhile, with the mode of its own directories.
     *
     * @param path absolute
     * @throws IOException if it cannot be made, or is another user's
     */
    static void restore(Path path) throws IOException {
        create(path);
        if (!isPrivate(path)) {
            Map<String, Object> found = Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
            if (!(found.get("mode") instanceof Integer mode)
                    || (mode & TYPE_AND_OTHERS_WRITE) != DIRECTORY
                    || !ownUser().equals(found.get("uid"))) {
                throw new IOException("what is there instead is not this user's directory");
            }
            Files.setPosixFilePermissions(path, PERMISSIONS);
        }
    }

    private static Object ownUser() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /**
     * Makes a directory that is missing.
     *
     * @param path absolute
     * @throws IOException if it cannot be made
     */
    static void create(Path path) throws IOException {
        try {
            Files.createDirectory(path, PosixFilePermissions.asFileAttribute(PERMISSIONS));
            Files.setPosixFilePermissions(path, PERMISSIONS); // the umask may have taken rights that the owner needs
        } catch (FileAlreadyExistsException e) {
            // what it is, is looked at
        }
    }

    /**
     * Tells whether something is a directory of this user alone, and no link.
     *
     * @param path absolute
     * @return false if it is anything else
     * @throws IOException if it cannot be read
     */
    static boolean isPrivate(Path path) throws IOException {
        Map<String, Object> found = Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        return found.get("mode") instanceof Integer mode
                && (mode & TYPE_AND_PERMISSIONS) == PRIVATE_DIRECTORY
                && ownUser().equals(found.get("uid"));
    }

    /**
     * Removes a directory and what is in it, and follows no link.
     *
     * @param path  absolute
     * @param depth how many directories below are removed as well
     */
    static void deleteQuietly(Path path, int depth) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                if (depth > 0 && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    deleteQuietly(entry, depth - 1);
                } else {
                    Files.deleteIfExists(entry);
                }
            }
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // removed by another, or not ours: it stays
        }
    }

    /**
     * Has a directory and what is in it removed when all of this process' exit hooks have ended: until then the application
     * may use it. Follows no link.
     *
     * @param path  absolute
     * @param depth how many directories below are removed as well
     */
    static void deleteOnExit(Path path, int depth) {
        ExitHook.removeAtLast(path, depth, file -> true);
    }
}
