// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/** What a file or a directory must be before it is used. */
public final class FileChecks {
    static final Set<PosixFilePermission> FILE_PERMISSIONS = PosixFilePermissions.fromString("rw-------");
    static final Set<PosixFilePermission> DIRECTORY_PERMISSIONS = PosixFilePermissions.fromString("rwx------");
    static final FileAttribute<?> FILE_MODE = PosixFilePermissions.asFileAttribute(FILE_PERMISSIONS);
    static final FileAttribute<?> DIRECTORY_MODE = PosixFilePermissions.asFileAttribute(DIRECTORY_PERMISSIONS);

    private static final int TYPE_MASK = 0170000;
    private static final int DIRECTORY_TYPE = 0040000;
    private static final int REGULAR_TYPE = 0100000;
    private static final int LINK_TYPE = 0120000;
    private static final int MODE_MASK = 07777;

    private FileChecks() {}

    /**
     * What a directory entry is, links not followed.
     *
     * @param uid   its owner
     * @param mode  its type and permissions
     * @param links how many names it has
     * @param size  bytes
     */
    record Found(int uid, int mode, int links, long size) {
        static Found at(Path path) throws IOException {
            Map<String, Object> found =
                    Files.readAttributes(path, "unix:uid,mode,nlink,size", LinkOption.NOFOLLOW_LINKS);
            return new Found(
                    (int) number(found, "uid"),
                    (int) number(found, "mode"),
                    (int) number(found, "nlink"),
                    number(found, "size"));
        }

        private static long number(Map<String, Object> found, String name) throws IOException {
            if (found.get(name) instanceof Number number) {
                return number.longValue();
            }
            throw new IOException("the file system does not say the " + name + " of a file");
        }

        boolean isDirectory() {
            return (mode & TYPE_MASK) == DIRECTORY_TYPE;
        }

        boolean isRegularFile() {
            return (mode & TYPE_MASK) == REGULAR_TYPE;
        }

        boolean isLink() {
            return (mode & TYPE_MASK) == LINK_TYPE;
        }

        int permissions() {
            return mode & MODE_MASK;
        }
    }

    static int ownUid() throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /**
     * Checks that a file is an ordinary one of our user, of one name and one length.
     *
     * @param path   of the file
     * @param length bytes that it must have
     * @throws IOException if it is anything else
     */
    public static void requireOwnFile(Path path, long length) throws IOException {
        long found = requireOwnFile(path);
        if (found != length) {
            throw new IOException(path + " must have " + length + " bytes, has " + found);
        }
    }

    /**
     * Checks that a file is an ordinary one of our user, of one name.
     *
     * @param path of the file
     * @return how many bytes it has
     * @throws IOException if it is anything else
     */
    public static long requireOwnFile(Path path) throws IOException {
        Found found = Found.at(path);
        if (!found.isRegularFile() || found.links != 1) {
            throw new IOException(path + " must be an ordinary file with one name");
        }
        if (found.uid != ownUid()) {
            throw new IOException(path + " must belong to user " + ownUid() + ", belongs to " + found.uid);
        }
        return found.size;
    }

    /**
     * Checks that a directory is one of our user.
     *
     * @param path of the directory
     * @throws IOException if it is anything else
     */
    public static void requireOwnDirectory(Path path) throws IOException {
        Found found = Found.at(path);
        if (!found.isDirectory() || found.uid != ownUid()) {
            throw new IOException(path + " must be a directory of user " + ownUid());
        }
    }
}
