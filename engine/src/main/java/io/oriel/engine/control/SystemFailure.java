// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The cause of a failed call of the operating system, and its remedy: the one place where exceptions that calls for files, sockets,
 * mappings and threads end with are translated for the user.
 *
 * @param kind   what is short, or wrong
 * @param reason the cause and its remedy, without a full stop
 */
public record SystemFailure(Kind kind, String reason) {
    private static final Pattern UMASK = Pattern.compile("(?m)^Umask:\\s+([0-7]+)$");
    private static final int OWNERS_RIGHTS = 0700;
    private static final int MOST_CAUSES = 16;

    /** What the operating system lacks or refuses. */
    enum Kind {
        /** The host, not the process, has no descriptor left. */
        HOSTS_DESCRIPTORS("Too many open files in system"),
        /** The process has no descriptor left, or Java had none to read the list of mounts. */
        DESCRIPTORS("Too many open files|Mount point not found"),
        /** A file system is full, or a user's share of it, also where writing to mapped memory finds that out. */
        SPACE("No space left on device|Disk quota exceeded|nsufficient usable storage|unsafe memory access operation"),
        /** The process gets no thread. */
        THREADS("unable to create (new )?native thread"),
        /** The limit of direct memory is reached. */
        DIRECT_MEMORY("[dD]irect buffer memory"),
        /** The heap is full. */
        HEAP("Java heap space|GC overhead limit exceeded"),
        /** The process gets no memory, or no mapping. The last of those that are shortages. */
        MEMORY("Cannot allocate memory|Map failed"),
        /** A file system is mounted for reading. */
        READ_ONLY("Read-only file system"),
        /** The user has no right. */
        PERMISSION("Permission denied|Operation not permitted"),
        /** A file or directory is not there. */
        MISSING("No such file or directory"),
        /** Anything else. */
        OTHER("(?!)");

        private final Pattern texts;

        Kind(String texts) {
            this.texts = Pattern.compile(texts);
        }

        private boolean isSaidBy(String text) {
            return texts.matcher(text).find();
        }
    }

    /**
     * Translates a failure of a call that names no file.
     *
     * @param failure as thrown, wrapped or not
     * @return its cause and remedy
     */
    public static SystemFailure of(Throwable failure) {
        return of(null, failure);
    }

    /**
     * Translates a failure. May block.
     *
     * @param place   the file or directory in Oriel's directory that the call was for; null if for none
     * @param failure as thrown, wrapped or not
     * @return its cause and remedy
     */
    public static SystemFailure of(@Nullable Path place, Throwable failure) {
        @Nullable Throwable cause = failure;
        for (int depth = 0; depth < MOST_CAUSES && cause != null; depth++) {
            Kind kind = kindOf(cause);
            if (kind != Kind.OTHER) {
                return new SystemFailure(kind, reason(kind, place, textOf(cause)));
            }
            cause = cause.getCause();
        }
        Kind kind = isShortOfDescriptors() ? Kind.DESCRIPTORS : Kind.OTHER;
        return new SystemFailure(kind, reason(kind, place, textOf(failure)));
    }

    /** A call that opens files inside itself, as to look for a mount point or to load a class, may not say that it has none. */
    private static boolean isShortOfDescriptors() {
        try {
            Files.newInputStream(Path.of("/proc/self/status")).close();
            return false;
        } catch (IOException e) {
            return Kind.DESCRIPTORS.isSaidBy(textOf(e));
        }
    }

    /**
     * Translates a failure into an exception. May block.
     *
     * @param what    could not be done, in words
     * @param place   as above
     * @param failure as thrown, wrapped or not; one that has been translated already is returned
     * @return INSUFFICIENT_RESOURCES with what, the cause and its remedy
     */
    public static NdException exception(String what, @Nullable Path place, Throwable failure) {
        return failure instanceof NdException known
                ? known
                : new NdException(
                        NdStatus.INSUFFICIENT_RESOURCES,
                        what + ": " + of(place, failure).reason(),
                        failure);
    }

    /**
     * Tells whether something is short of which more may be there later, or after the remedy: no fault of the peer's.
     *
     * @return false if it is not known
     */
    public boolean isShortage() {
        return kind.compareTo(Kind.MEMORY) <= 0;
    }

    private static Kind kindOf(Throwable cause) {
        if (cause instanceof AccessDeniedException) {
            return Kind.PERMISSION;
        }
        if (cause instanceof NoSuchFileException) {
            return Kind.MISSING;
        }
        String text = textOf(cause);
        for (Kind each : Kind.values()) {
            if (each.isSaidBy(text)) {
                return each;
            }
        }
        return cause instanceof OutOfMemoryError ? Kind.MEMORY : Kind.OTHER;
    }

    private static String textOf(Throwable cause) {
        if (cause instanceof AccessDeniedException e) {
            return "Permission denied: " + e.getFile();
        }
        if (cause instanceof NoSuchFileException e) {
            return "No such file or directory: " + e.getFile();
        }
        if (cause instanceof FileSystemException || cause instanceof FileNotFoundException) {
            return String.valueOf(cause.getMessage());
        }
        String message = cause.getMessage();
        return message != null && (cause instanceof IOException || cause instanceof OutOfMemoryError)
                ? message
                : cause.toString();
    }

    private static String reason(Kind kind, @Nullable Path place, String text) {
        String another =
                place == null ? "" : ", or choose another directory with the property oriel.sharedMemory.directory";
        return switch (kind) {
            case HOSTS_DESCRIPTORS ->
                "this host has as many open files as it can (" + text
                        + "); raise the limit with sysctl fs.file-max, or close some";
            case DESCRIPTORS ->
                "this process has as many open files and sockets as it may (" + text
                        + "); raise its limit, as with ulimit -n, or LimitNOFILE of systemd";
            case SPACE ->
                "no space is left" + (place == null ? "" : " there" + freeBytes(place)) + " (" + text + "); free some"
                        + another;
            case THREADS ->
                "this process gets no further thread (" + text
                        + "); raise the limit of its user, as with ulimit -u, or of its control group";
            case DIRECT_MEMORY ->
                "this process has as much direct memory as it may (" + text
                        + "); raise the limit with the JVM's flag -XX:MaxDirectMemorySize";
            case HEAP -> "the heap is full (" + text + "); enlarge it with the JVM's flag -Xmx";
            case MEMORY ->
                "this process gets no more memory (" + text
                        + "); free memory, or raise the limit of its mappings with sysctl vm.max_map_count";
            case READ_ONLY -> "the file system is read-only (" + text + "); mount it for writing" + another;
            case PERMISSION -> permission(text, another);
            case MISSING -> missing(place, text, another);
            case OTHER -> text + (place == null ? "" : "; check " + place + another);
        };
    }

    private static String permission(String text, String another) {
        int umask = umask();
        return (umask & OWNERS_RIGHTS) != 0
                ? "the umask of this process, " + String.format(Locale.ROOT, "%04o", umask)
                        + ", takes rights that its own user needs (" + text + "); start it with the umask 0077"
                : user() + " has no right to it (" + text + "); give the right to the user" + another;
    }

    private static String missing(@Nullable Path place, String text, String another) {
        Path parent = place == null ? null : place.getParent();
        return parent != null && Files.notExists(parent)
                ? "its parent " + parent + " does not exist (" + text + "); make it" + another
                : "it does not exist (" + text + "); it was removed, or never made";
    }

    private static String freeBytes(Path place) {
        Path existing = place;
        while (Files.notExists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        try {
            return ", where " + Files.getFileStore(existing).getUsableSpace() + " bytes are free";
        } catch (IOException e) {
            return ""; // the cause is known without it
        }
    }

    private static int umask() {
        try {
            Matcher found = UMASK.matcher(Files.readString(Path.of("/proc/self/status")));
            return found.find() ? Integer.parseInt(found.group(1), 8) : 0;
        } catch (IOException e) {
            return 0; // an old kernel, or no descriptor left: then the text of the failure has to do
        }
    }

    private static String user() {
        try {
            return "user id " + Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException e) {
            return "the user of this process";
        }
    }
}
