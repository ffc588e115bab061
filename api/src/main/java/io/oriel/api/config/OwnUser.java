// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user whom this process runs as. */
final class OwnUser {
    private OwnUser() {}

    /** Returns the numeric id: users without a name in the password file have one, and no two users have the same. */
    static String id() {
        try {
            int id = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            return Integer.toUnsignedString(id);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read /proc/self; Oriel needs Linux with /proc mounted", e);
        }
    }

    /** Returns the name as Aeron names its default directory by it, for a path of ASCII characters. */
    static String name() {
        return System.getProperty("user.name", "default").replaceAll("[^!-~]|/", "_");
    }
}
