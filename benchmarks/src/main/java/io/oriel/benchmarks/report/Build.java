// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Which JDK and which commit a result belongs to. */
public final class Build {
    /** The system property that names the commit where there is no git to ask. */
    public static final String COMMIT_PROPERTY = "benchmarks.commit";

    private static final long GIT_SECONDS = 5;

    private Build() {}

    /**
     * Returns what runs this.
     *
     * @return the JVM's name and version
     */
    public static String jdk() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }

    /**
     * Returns what was built.
     *
     * @return the commit that {@value #COMMIT_PROPERTY} names, else the one that git knows for the folder of these
     *     classes; null if neither is to be had
     */
    public static @Nullable String commit() {
        @Nullable String named = System.getProperty(COMMIT_PROPERTY);
        if (named != null && !named.isBlank()) {
            return named.trim();
        }
        try {
            Path classes = Path.of(Build.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            @Nullable Path folder = Files.isDirectory(classes) ? classes : classes.getParent();
            return folder == null ? null : askGit(folder);
        } catch (IOException | URISyntaxException e) {
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private static @Nullable String askGit(Path folder) throws IOException, InterruptedException {
        Process git = new ProcessBuilder("git", "-C", folder.toString(), "rev-parse", "HEAD")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).trim();
        boolean ended = git.waitFor(GIT_SECONDS, TimeUnit.SECONDS);
        return ended && git.exitValue() == 0 && !answer.isEmpty() ? answer : null;
    }
}
