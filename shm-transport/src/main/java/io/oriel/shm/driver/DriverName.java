// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.ProcessName;
import io.oriel.shm.rights.FileChecks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The name of a media driver's directory: its host's process directory, a slash, and its own name. */
final class DriverName {
    private static final Pattern OWN_NAME = Pattern.compile("[dh]-[0-9a-f]{16}");

    private static final String HOSTED = "h-";

    private DriverName() {}

    static String of(BaseDirectory base, Path directory) {
        return base.path().relativize(directory).toString();
    }

    /** Tells whether a driver that is named so runs for several processes, which join it at its host's socket. */
    static boolean isHosted(String name) {
        return name.startsWith(HOSTED, name.indexOf('/') + 1);
    }

    /**
     * Finds the directory of a driver.
     *
     * @param base Oriel's directory
     * @param name as a peer of the same user gave it
     * @return an absolute path
     * @throws IOException if the name is none, or no directory of this user is there
     */
    static Path resolve(BaseDirectory base, String name) throws IOException {
        int slash = name.indexOf('/');
        if (slash < 0
                || ProcessName.parse(name.substring(0, slash)) == null
                || !OWN_NAME.matcher(name.substring(slash + 1)).matches()) {
            throw new IOException("'" + name + "' is not the name of a media driver's directory");
        }
        Path process = base.path().resolve(name.substring(0, slash));
        FileChecks.requireOwnDirectory(process);
        Path directory = process.resolve(name.substring(slash + 1));
        FileChecks.requireOwnDirectory(directory);
        return directory;
    }
}
