// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * How the medium of one host uses its memory.
 *
 * @param directory of all its files: sockets, regions, the driver's logs. An absolute path, on a memory file
 *     system for speed; made if it is missing, with mode 0700, or 3770 for a group. Processes meet only if theirs is the same,
 *     and their user, or their group. At most {@value #MAX_DIRECTORY_LENGTH} characters, because the
 *     names of sockets are limited
 * @param directAccess true: Reads, Writes and long Sends to memory that the peer allocated with its adapter are copied
 *     there by this process itself; false: by the peer's, when it polls. Both sides must want it
 * @param directSendThreshold bytes: longer Sends are copied into the peer's Receive, others travel in frames; at least 0
 * @param sharing with whom, and how far peers may reach
 */
public record SharedMemoryConfig(Path directory, boolean directAccess, int directSendThreshold, SharingConfig sharing) {
    private static final int DEFAULT_DIRECT_SEND_THRESHOLD = 1024;
    private static final int MAX_GROUP_LENGTH = 28;
    private static final int SUM_LENGTH = 9;

    /** Longest directory name in characters: the kernel allows 107 bytes for a socket's whole path. */
    public static final int MAX_DIRECTORY_LENGTH = 50;

    /**
     * Checks the path.
     *
     * @param directory           as above
     * @param directAccess        as above
     * @param directSendThreshold as above
     * @param sharing             as above
     * @throws IllegalArgumentException if the directory is not absolute or too long, or the threshold negative
     */
    public SharedMemoryConfig {
        if (!directory.isAbsolute()) {
            throw new IllegalArgumentException("directory must be an absolute path, was " + directory);
        }
        if (directory.toString().length() > MAX_DIRECTORY_LENGTH) {
            throw new IllegalArgumentException("directory must have at most " + MAX_DIRECTORY_LENGTH
                    + " characters, because socket paths are limited, was " + directory
                    + "; choose a shorter one, such as the default under /dev/shm");
        }
        Ranges.requireAscii("directory", directory);
        Ranges.require("directSendThreshold", directSendThreshold, 0, Integer.MAX_VALUE);
    }

    /**
     * Creates the configuration of one that is shared with processes of the same user alone.
     *
     * @param directory           as above
     * @param directAccess        as above
     * @param directSendThreshold as above
     */
    public SharedMemoryConfig(Path directory, boolean directAccess, int directSendThreshold) {
        this(directory, directAccess, directSendThreshold, SharingConfig.defaults());
    }

    /**
     * Returns the default: {@code /dev/shm/oriel-<uid>}, by the number of the user, with direct access, also of Sends longer
     * than 1,024 bytes.
     *
     * @return the configuration
     */
    public static SharedMemoryConfig defaults() {
        return new SharedMemoryConfig(
                Path.of("/dev/shm", "oriel-" + OwnUser.id()), true, DEFAULT_DIRECT_SEND_THRESHOLD);
    }

    /**
     * Returns the default for the users of a group: {@code /dev/shm/oriel-group-<name>}, otherwise as {@link #defaults}. A name
     * that does not fit in a path is shortened, and gets a checksum, so that each group has a directory of its own.
     *
     * @param name of the group
     * @return the configuration
     */
    public static SharedMemoryConfig ofGroup(String name) {
        return new SharedMemoryConfig(
                Path.of("/dev/shm", "oriel-group-" + fitting(name)),
                true,
                DEFAULT_DIRECT_SEND_THRESHOLD,
                SharingConfig.defaults().withGroup(name));
    }

    private static String fitting(String group) {
        String safe = group.replaceAll("[^A-Za-z0-9_.-]", "_");
        if (safe.equals(group) && group.length() <= MAX_GROUP_LENGTH) {
            return group;
        }
        CRC32 sum = new CRC32();
        sum.update(group.getBytes(StandardCharsets.UTF_8));
        return safe.substring(0, Math.min(safe.length(), MAX_GROUP_LENGTH - SUM_LENGTH))
                + String.format(Locale.ROOT, "-%08x", sum.getValue());
    }

    /**
     * Returns where this user has files of which no other user is told, as those of media drivers between hosts.
     *
     * @return the directory; where that is a group's, the one of {@link #defaults}
     */
    public Path ownDirectory() {
        return sharing.group().isEmpty() ? directory : defaults().directory();
    }

    /**
     * Returns this configuration with another directory.
     *
     * @param value the new value
     * @return a changed copy
     */
    public SharedMemoryConfig withDirectory(Path value) {
        return new SharedMemoryConfig(value, directAccess, directSendThreshold, sharing);
    }

    /**
     * Returns this configuration with or without direct access.
     *
     * @param value the new value
     * @return a changed copy
     */
    public SharedMemoryConfig withDirectAccess(boolean value) {
        return new SharedMemoryConfig(directory, value, directSendThreshold, sharing);
    }

    /**
     * Returns this configuration with another threshold.
     *
     * @param value the new value
     * @return a changed copy
     */
    public SharedMemoryConfig withDirectSendThreshold(int value) {
        return new SharedMemoryConfig(directory, directAccess, value, sharing);
    }

    /**
     * Returns this configuration for other peers.
     *
     * @param value the new value
     * @return a changed copy
     */
    public SharedMemoryConfig withSharing(SharingConfig value) {
        return new SharedMemoryConfig(directory, directAccess, directSendThreshold, value);
    }
}
