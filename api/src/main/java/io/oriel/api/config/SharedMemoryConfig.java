// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import java.nio.file.Path;

/**
 * Where the medium of one host keeps its files: sockets, regions, the driver's logs.
 *
 * @param directory an absolute path, on a memory file system for speed; made with mode 0700 if it is missing. Processes
 *     meet only if theirs is the same, and their user. At most {@value #MAX_DIRECTORY_LENGTH} characters, because the
 *     names of sockets are limited
 */
public record SharedMemoryConfig(Path directory) {
    /** Longest directory name in characters: the kernel allows 107 bytes for a socket's whole path. */
    public static final int MAX_DIRECTORY_LENGTH = 50;

    /**
     * Checks the path.
     *
     * @param directory as above
     * @throws IllegalArgumentException if it is not absolute or too long
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
    }

    /**
     * Returns the default: {@code /dev/shm/oriel-<user name>}.
     *
     * @return the configuration
     */
    public static SharedMemoryConfig defaults() {
        String user = System.getProperty("user.name", "unknown");
        String safe = user.replaceAll("[^A-Za-z0-9_.-]", "_");
        return new SharedMemoryConfig(Path.of("/dev/shm", "oriel-" + safe.substring(0, Math.min(safe.length(), 32))));
    }

    /**
     * Returns this configuration with another directory.
     *
     * @param value the new value
     * @return a changed copy
     */
    public SharedMemoryConfig withDirectory(Path value) {
        return new SharedMemoryConfig(value);
    }
}
