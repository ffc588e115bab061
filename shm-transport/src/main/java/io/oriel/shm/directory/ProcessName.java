// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a process' directory. Process id, start time and namespace together name a process, even after the id was used
 * again, and where the same id means another process in another container; the random part tells apart the transports of one
 * process.
 *
 * @param pid        process id
 * @param startTicks when the process started, in clock ticks since the host did
 * @param namespace  in which the id has its meaning, by its number on the host
 * @param random     16 hexadecimal digits
 */
public record ProcessName(long pid, long startTicks, long namespace, String random) {
    private static final Pattern PATTERN =
            Pattern.compile("p-([0-9]{1,10})-([0-9]{1,18})-([0-9a-z]{1,12})-([0-9a-f]{16})");
    private static final int NAMESPACE_RADIX = 36; // the paths of sockets are short
    private static final int START_TICKS_FIELD = 22;
    private static final int FIRST_FIELD_AFTER_NAME = 3;

    /**
     * Makes a new name for the current process.
     *
     * @return the name
     * @throws UncheckedIOException if /proc cannot be read
     */
    public static ProcessName create() {
        return new ProcessName(
                ProcessHandle.current().pid(), ownStartTicks(), Namespaces.own("pid"), RandomNames.next(""));
    }

    /**
     * Tells whether it names the current process.
     *
     * @return true if id, start time and namespace are the current process's
     */
    public boolean isOfThisProcess() {
        return isSameProcess(create());
    }

    /**
     * Tells whether the kernel confirms that the named process exists and is a user's. May block.
     *
     * @param uid the user
     * @return false if the process is not visible here, as one of another PID namespace
     * @throws IOException if the process is another user's, or another process has the id
     */
    boolean isConfirmed(int uid) throws IOException {
        if (namespace != Namespaces.own("pid") || !isProcOfThisNamespace()) {
            return false;
        }
        Path process = Path.of("/proc", Long.toString(pid));
        try {
            if (startTicks(process) != startTicks
                    || !Files.getAttribute(process, "unix:uid").equals(uid)) {
                throw new IOException(this + " is the name of no process of user " + uid);
            }
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** A container may show the /proc of its host, where its ids mean other processes. */
    private static boolean isProcOfThisNamespace() throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/self"))
                .toString()
                .equals(Long.toString(ProcessHandle.current().pid()));
    }

    /**
     * Reads a name.
     *
     * @param text anything
     * @return the name; null if it is none
     */
    public static @Nullable ProcessName parse(String text) {
        Matcher matcher = PATTERN.matcher(text);
        return matcher.matches()
                ? new ProcessName(
                        Long.parseLong(matcher.group(1)),
                        Long.parseLong(matcher.group(2)),
                        Long.parseLong(matcher.group(3), NAMESPACE_RADIX),
                        matcher.group(4))
                : null;
    }

    /**
     * Tells whether two names are those of one process.
     *
     * @param other another name
     * @return true if id, start time and namespace are the same
     */
    public boolean isSameProcess(ProcessName other) {
        return pid == other.pid && startTicks == other.startTicks && namespace == other.namespace;
    }

    /**
     * Returns the process id as another process may use it.
     *
     * @param other the other process
     * @return 0 if the id means nothing to the other process, or another process
     */
    public long pidFor(ProcessName other) {
        return namespace == other.namespace ? pid : 0;
    }

    /**
     * Says which process it is.
     *
     * @param other to which process
     * @return a few words
     */
    public String describeTo(ProcessName other) {
        return "process " + pid
                + (namespace == other.namespace ? "" : " of another PID namespace, number " + namespace);
    }

    /** Returns the directory's name. */
    @Override
    public String toString() {
        return "p-" + pid + '-' + startTicks + '-' + Long.toString(namespace, NAMESPACE_RADIX) + '-' + random;
    }

    private static long ownStartTicks() {
        try {
            return startTicks(Path.of("/proc/self"));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read /proc/self/stat; Oriel needs Linux with /proc mounted", e);
        }
    }

    private static long startTicks(Path process) throws IOException {
        String stat = Files.readString(process.resolve("stat"));
        // The command's name, in brackets, may hold anything.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", START_TICKS_FIELD);
        return Long.parseLong(fields[START_TICKS_FIELD - FIRST_FIELD_AFTER_NAME]);
    }
}
