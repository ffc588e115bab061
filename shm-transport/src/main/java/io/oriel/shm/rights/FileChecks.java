// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.rights;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a file or a directory must be before it is used. */
public final class FileChecks {
    /** With which files are made, until they have their rights. */
    public static final FileAttribute<?> FILE_MODE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    /** With which directories are made, until they have their rights. */
    public static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    /** The same, as the attribute of a new one; the umask may take some of it. */
    public static final FileAttribute<?> DIRECTORY_MODE = PosixFilePermissions.asFileAttribute(DIRECTORY);

    private static final int TYPE_MASK = 0170000;
    private static final int DIRECTORY_TYPE = 0040000;
    private static final int REGULAR_TYPE = 0100000;
    private static final int LINK_TYPE = 0120000;
    private static final int MODE_MASK = 07777;
    private static final int OTHERS_MASK = 0007;
    private static final int OTHERS_WRITE = 0022;

    private FileChecks() {}

    /**
     * What a directory entry is, links not followed.
     *
     * @param uid   its owner
     * @param mode  its type and permissions
     * @param links how many names it has
     * @param size  bytes
     * @param group whose it is beside its owner
     */
    public record Found(int uid, int mode, int links, long size, GroupPrincipal group) {
        /**
         * Looks at a directory entry. May block.
         *
         * @param path of the entry
         * @return what it is
         * @throws IOException if it cannot be looked at
         */
        public static Found at(Path path) throws IOException {
            Map<String, Object> found =
                    Files.readAttributes(path, "unix:uid,mode,nlink,size,group", LinkOption.NOFOLLOW_LINKS);
            if (!(found.get("group") instanceof GroupPrincipal group)) {
                throw new IOException("the file system does not say the group of a file");
            }
            return new Found(
                    (int) number(found, "uid"),
                    (int) number(found, "mode"),
                    (int) number(found, "nlink"),
                    number(found, "size"),
                    group);
        }

        private static long number(Map<String, Object> found, String name) throws IOException {
            if (found.get(name) instanceof Number number) {
                return number.longValue();
            }
            throw new IOException("the file system does not say the " + name + " of a file");
        }

        /** Tells whether it is a directory. */
        public boolean isDirectory() {
            return (mode & TYPE_MASK) == DIRECTORY_TYPE;
        }

        boolean isRegularFile() {
            return (mode & TYPE_MASK) == REGULAR_TYPE;
        }

        /** Tells whether it is a symbolic link. */
        public boolean isLink() {
            return (mode & TYPE_MASK) == LINK_TYPE;
        }

        /** Returns the permissions, with the bits for a group's directory. */
        public int permissions() {
            return mode & MODE_MASK;
        }

        /** Tells whether it is of a user, and nobody else can have made something in it. */
        public boolean isMadeBy(int user) {
            return uid == user && (mode & OTHERS_WRITE) == 0;
        }

        boolean isClosedToOthers() {
            return (mode & OTHERS_MASK) == 0;
        }
    }

    /**
     * Tells whether a path does not lead to the same file any more. May block.
     *
     * @param path     of the file
     * @param identity what {@link #identity} returned when it was made
     * @return true if it was removed, or replaced; false also if it cannot be looked at
     */
    public static boolean isLost(Path path, @Nullable Object identity) {
        try {
            return !Objects.equals(identity, identity(path));
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false; // perhaps no memory is left: the caller looks again
        }
    }

    /**
     * Returns the identity of a file. A later file at the same path has another one. May block.
     *
     * @param path of the file; a link is not followed
     * @return null if the file system has nothing of the kind
     * @throws IOException if there is no file
     */
    public static @Nullable Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    /**
     * Returns whom this process runs as.
     *
     * @return a user id
     * @throws IOException if /proc cannot be read
     */
    public static int ownUid() throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /**
     * Checks that a file is an ordinary one of a user, of one name and one length.
     *
     * @param path   of the file
     * @param uid    of the user
     * @param length bytes that it must have
     * @throws IOException if it is anything else
     */
    public static void requireFile(Path path, int uid, long length) throws IOException {
        long found = requireFile(path, uid);
        if (found != length) {
            throw new IOException(path + " must have " + length + " bytes, has " + found);
        }
    }

    /**
     * Checks that a file is an ordinary one of a user, of one name.
     *
     * @param path of the file
     * @param uid  of the user
     * @return how many bytes it has
     * @throws IOException if it is anything else
     */
    public static long requireFile(Path path, int uid) throws IOException {
        return requireFile(path, uid, 1);
    }

    /**
     * Checks that a file is an ordinary one of a user, which has a name of the user's own beside the one that peers know.
     *
     * @param path of the file
     * @param uid  of the user
     * @return how many bytes it has
     * @throws IOException if it is anything else
     */
    public static long requireShownFile(Path path, int uid) throws IOException {
        return requireFile(path, uid, 2);
    }

    private static long requireFile(Path path, int uid, int names) throws IOException {
        Found found = Found.at(path);
        if (!found.isRegularFile() || found.links > names) {
            throw new IOException(
                    path + " must be an ordinary file of at most " + names + " names, has " + found.links);
        }
        if (found.uid != uid) {
            throw new IOException(path + " must belong to user " + uid + ", belongs to " + found.uid);
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
