// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.hosts;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * What two hosts need of the machine: without it a test is skipped. With the environment's {@code ORIEL_REQUIRE_HOSTS=true} it
 * fails instead, unless only root's rights are missing.
 */
final class Requirement {
    private static final boolean IS_REQUIRED = Boolean.parseBoolean(System.getenv("ORIEL_REQUIRE_HOSTS"));
    private static final Pattern COLON = Pattern.compile(File.pathSeparator);

    private Requirement() {}

    static void check() throws IOException {
        if (!Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            Assumptions.abort("two hosts need root, to make network namespaces");
        }
        requireTool("ip", "iproute2");
        requireTool("nft", "nftables");
    }

    private static void requireTool(String tool, String debianPackage) {
        String path = System.getenv().getOrDefault("PATH", "");
        if (COLON.splitAsStream(path).noneMatch(folder -> Files.isExecutable(Path.of(folder, tool)))) {
            lack("two hosts need the command " + tool + "; on Debian: apt-get install " + debianPackage, null);
        }
    }

    /** Has the test skipped, or failed where hosts are required. */
    static void lack(String what, @Nullable Throwable cause) {
        if (IS_REQUIRED) {
            throw new AssertionError(what, cause);
        }
        Assumptions.abort(cause == null ? what : what + ": " + cause.getMessage());
    }
}
