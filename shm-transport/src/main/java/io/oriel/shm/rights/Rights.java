// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.rights;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.MemoryAccess;
import io.oriel.api.config.SharingConfig;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rights of what lies in Oriel's directory: those of one user, or of a group as well. */
public final class Rights {
    private static final int USERS_DIRECTORY = 0700;
    // Sticky: a member neither removes nor renames what another one has made.
    private static final int GROUPS_DIRECTORY = 03770;
    private static final int MEMBERS_DIRECTORY = 02710; // names in it are random: only who was told them gets there
    private static final int DRIVERS_DIRECTORY =
            02700; // what is made in it is the group's, who shall read some of it elsewhere
    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> GROUP_READS = PosixFilePermissions.fromString("rw-r-----");
    private static final Set<PosixFilePermission> GROUP_WRITES = PosixFilePermissions.fromString("rw-rw----");

    private final @Nullable GroupPrincipal group;
    private final boolean isCopied;

    private Rights(@Nullable GroupPrincipal group, boolean isCopied) {
        this.group = group;
        this.isCopied = isCopied;
    }

    /**
     * Finds the group. May block.
     *
     * @param sharing names it
     * @return the rights
     * @throws NdException INSUFFICIENT_RESOURCES if there is no such group
     */
    public static Rights of(SharingConfig sharing) {
        boolean isCopied = sharing.access() == MemoryAccess.COPIED;
        if (sharing.group().isEmpty()) {
            return new Rights(null, isCopied);
        }
        try {
            return new Rights(
                    FileSystems.getDefault()
                            .getUserPrincipalLookupService()
                            .lookupPrincipalByGroupName(sharing.group()),
                    isCopied);
        } catch (IOException e) {
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "there is no group '" + sharing.group() + "' on this host (" + e
                            + "); make it, or name another, or its number, with the property oriel.shm.group",
                    e);
        }
    }

    /**
     * Tells whether there is a group.
     *
     * @return false if everything is one user's
     */
    public boolean areShared() {
        return group != null;
    }

    /**
     * Returns the group.
     *
     * @return null if everything is one user's
     */
    public @Nullable GroupPrincipal group() {
        return group;
    }

    /** Returns the mode of Oriel's directory. */
    public int baseMode() {
        return group == null ? USERS_DIRECTORY : GROUPS_DIRECTORY;
    }

    /**
     * Tells whether a mode is good for Oriel's directory. In a group's, members must not remove or rename each other's files.
     *
     * @param mode found
     * @return false if others could look in, members could not, or could replace each other's files
     */
    public boolean isBaseMode(int mode) {
        return mode == baseMode();
    }

    /**
     * Gives a directory of this process its rights: members may go to what they know, and not look what there is. May block.
     *
     * @param directory of this process
     * @throws IOException if that cannot be
     */
    public void setOnDirectory(Path directory) throws IOException {
        setMode(directory, group == null ? USERS_DIRECTORY : MEMBERS_DIRECTORY);
    }

    /**
     * Gives the directory of a media driver of this process its rights: nobody else looks into it, nor at what is in it. May block.
     *
     * @param directory of the driver
     * @throws IOException if that cannot be
     */
    public void setOnDriver(Path directory) throws IOException {
        if (group != null) {
            setMode(directory, DRIVERS_DIRECTORY);
        }
    }

    /** Returns the rights of the user of this process alone. */
    public Rights ofUser() {
        return new Rights(null, isCopied);
    }

    /**
     * Gives Oriel's directory its rights. May block.
     *
     * @param directory just made, by this process; by a path that other users cannot change: links are followed
     * @throws IOException if that cannot be, because the user is no member
     */
    public void setOnBase(Path directory) throws IOException {
        if (group != null) {
            Files.setAttribute(directory, "posix:group", group);
        }
        setMode(directory, baseMode());
    }

    /**
     * Sets the mode of a directory: the JDK's sets of permissions have no bits for its group and removal. May block.
     *
     * @param directory by a path that other users cannot change: links are followed
     * @param mode      permissions
     * @throws IOException if the user is not its owner
     */
    public static void setMode(Path directory, int mode) throws IOException {
        Files.setAttribute(directory, "unix:mode", mode);
    }

    /** Returns the rights of a file that its owner writes and its peers read. */
    public Set<PosixFilePermission> ownersFile() {
        return group == null ? OWNER_ALONE : GROUP_READS;
    }

    /** Returns the rights of a region: as {@link #ownersFile}, unless no peer is to map any. */
    public Set<PosixFilePermission> region() {
        return isCopied ? OWNER_ALONE : ownersFile();
    }

    /** Returns the rights of sockets at which members are met, and of the lock of their directory. */
    public Set<PosixFilePermission> commonFile() {
        return group == null ? OWNER_ALONE : GROUP_WRITES;
    }

    /**
     * Checks that a directory is our user's, or, in a group's directory, was made by a member for members.
     *
     * @param path of the directory
     * @return its owner's user id
     * @throws IOException if it is anything else
     */
    public int requireMembersDirectory(Path path) throws IOException {
        FileChecks.Found found = FileChecks.Found.at(path);
        GroupPrincipal members = group;
        boolean isGood = found.isDirectory()
                && (members == null
                        ? found.uid() == FileChecks.ownUid()
                        : found.group().equals(members) && found.isClosedToOthers());
        if (!isGood) {
            throw new IOException(path + " must be a directory of "
                    + (members == null
                            ? "user " + FileChecks.ownUid()
                            : "group " + members.getName() + ", into which nobody else may look"));
        }
        return found.uid();
    }
}
