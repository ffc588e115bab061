// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The namespaces that this process is in, by which Linux makes containers. */
final class Namespaces {
    private static final Pattern LINK = Pattern.compile("[a-z]+:\\[([0-9]{1,18})]");

    private Namespaces() {}

    /**
     * Finds out which one it is.
     *
     * @param kind as in /proc: {@code net}, {@code pid}
     * @return its number, which no other of the host has as long as it lives; 0 if the kernel has but one
     */
    static long own(String kind) {
        try {
            Matcher matcher = LINK.matcher(
                    Files.readSymbolicLink(Path.of("/proc/self/ns", kind)).toString());
            return matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
