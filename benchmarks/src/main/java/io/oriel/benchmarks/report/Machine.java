// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a result was measured on, and of which commit.
 *
 * @param processors     that this process may use
 * @param model          of the processors
 * @param siblings       processors that share a core, such as "0-1"; empty where each has its own
 * @param governor       of their frequency; "none" where the kernel does not choose it
 * @param kernel         its name and version
 * @param virtualisation the virtual machine's maker; "none" on bare metal
 * @param jdk            the JVM's name and version
 * @param clockReadNs    what a reading of the clock costs: each round trip contains one
 * @param commit         of what was measured; null if it is not known
 */
public record Machine(
        int processors,
        String model,
        String siblings,
        String governor,
        String kernel,
        String virtualisation,
        String jdk,
        double clockReadNs,
        @Nullable String commit) {
    /** The system property that names the commit where there is no git to ask. */
    public static final String COMMIT_PROPERTY = "benchmarks.commit";

    private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu");
    private static final long GIT_SECONDS = 5;
    private static final int CLOCK_READS = 200_000;
    private static final int CLOCK_ROUNDS = 5;

    /**
     * Looks at this one.
     *
     * @return what the kernel tells
     */
    public static Machine current() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                lineOf(Path.of("/proc/cpuinfo"), "model name"),
                sharedCores(),
                textOf(PROCESSORS.resolve("cpu0/cpufreq/scaling_governor"), "none"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                hypervisor(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                measureClock(),
                builtCommit());
    }

    /**
     * Describes it for people.
     *
     * @return one line
     */
    public String line() {
        return processors + " processors, " + model + (siblings.isEmpty() ? "" : ", siblings " + siblings)
                + "; governor "
                + governor + "; " + kernel + "; virtualisation " + virtualisation + "; " + jdk
                + (commit == null ? "" : "; commit " + commit);
    }

    /** Describes it for machines. */
    ObjectNode json() {
        return JsonFile.object()
                .put("processors", processors)
                .put("model", model)
                .put("siblings", siblings)
                .put("governor", governor)
                .put("kernel", kernel)
                .put("virtualisation", virtualisation)
                .put("jdk", jdk)
                .put("clockReadNanos", clockReadNs)
                .put("commit", commit);
    }

    /** What a reading of the clock costs: the best of a few rounds. */
    private static double measureClock() {
        double best = Double.MAX_VALUE;
        for (int round = 0; round < CLOCK_ROUNDS; round++) {
            long start = System.nanoTime();
            long last = start;
            for (int i = 0; i < CLOCK_READS; i++) {
                last = System.nanoTime();
            }
            best = Math.min(best, (double) (last - start) / CLOCK_READS);
        }
        return best;
    }

    private static String sharedCores() {
        List<String> shared = new ArrayList<>();
        for (int each = 0; Files.isDirectory(PROCESSORS.resolve("cpu" + each)); each++) {
            String list = textOf(PROCESSORS.resolve("cpu" + each + "/topology/thread_siblings_list"), "");
            if ((list.contains(",") || list.contains("-")) && !shared.contains(list)) {
                shared.add(list);
            }
        }
        return String.join(" ", shared);
    }

    private static String hypervisor() {
        boolean isVirtual = lineOf(Path.of("/proc/cpuinfo"), "flags").contains("hypervisor");
        return isVirtual ? textOf(Path.of("/sys/class/dmi/id/sys_vendor"), "of unknown make") : "none";
    }

    private static String textOf(Path file, String otherwise) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return otherwise; // not every kernel tells it
        }
    }

    private static String lineOf(Path file, String key) {
        return textOf(file, "")
                .lines()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown");
    }

    private static @Nullable String builtCommit() {
        @Nullable String named = System.getProperty(COMMIT_PROPERTY);
        if (named != null && !named.isBlank()) {
            return named.trim();
        }
        try {
            Path classes = Path.of(Machine.class
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
