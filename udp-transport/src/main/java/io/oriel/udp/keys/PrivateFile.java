// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** A text file of this user alone, with mode 0600 or less. All calls may block. */
final class PrivateFile {
    private static final Set<PosixFilePermission> PERMISSIONS = PosixFilePermissions.fromString("rw-------");
    private static final int OTHERS = 0077;
    private static final int MODE = 0777;
    private static final int MAX_LENGTH = 64 * 1024;

    /** A process has a lock of the system's only once. */
    private static final Object ONE_THREAD = new Object();

    private final Path path;
    private final String title;
    private final String command;

    /**
     * Names a file.
     *
     * @param path    of it
     * @param title   what it is
     * @param command makes one
     */
    PrivateFile(Path path, String title, String command) {
        this.path = path;
        this.title = title;
        this.command = command;
    }

    /** Hands out the lines that say something; throws NdException with what is wrong, without secrets, and the remedy. */
    void read(Consumer<String> lines) {
        int number = 0;
        for (String line : text().lines().toList()) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                try {
                    lines.accept(line.trim());
                } catch (IllegalArgumentException e) {
                    throw unusable("in line " + number + ", " + e.getMessage(), e);
                }
            }
        }
    }

    private String text() {
        try {
            requirePrivate();
            if (Files.size(path) > MAX_LENGTH) {
                throw unusable("it has " + Files.size(path) + " bytes, more than " + MAX_LENGTH);
            }
            return Files.readString(path, StandardCharsets.US_ASCII);
        } catch (NoSuchFileException e) {
            throw unusable("there is none; make one with " + command + ' ' + path, e);
        } catch (IOException e) {
            throw unusable("it cannot be read: " + e, e);
        }
    }

    private void requirePrivate() throws IOException {
        Map<String, Object> found = Files.readAttributes(path, "unix:uid,mode,isRegularFile");
        if (!Boolean.TRUE.equals(found.get("isRegularFile"))) {
            throw unusable("it is no file");
        }
        Object own = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        if (!own.equals(found.get("uid"))) {
            throw unusable("it belongs to user " + found.get("uid") + ", not to this one, " + own);
        }
        if (!(found.get("mode") instanceof Integer mode) || (mode & OTHERS) != 0) {
            throw unusable("its mode must be 0600 or less, is " + modeOf(found) + "; run chmod 600 " + path);
        }
    }

    private static String modeOf(Map<String, Object> found) {
        return found.get("mode") instanceof Integer mode ? "%04o".formatted(mode & MODE) : "unknown";
    }

    NdException unusable(String found) {
        return new NdException(NdStatus.DEVICE_NOT_READY, sentence(found));
    }

    NdException unusable(String found, Throwable cause) {
        return new NdException(NdStatus.DEVICE_NOT_READY, sentence(found), cause);
    }

    private String sentence(String found) {
        return "the " + title + ' ' + path + " cannot be used: " + found;
    }

    /** Makes a file that is not there. */
    void create(String text) throws IOException {
        try {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PERMISSIONS));
        } catch (FileAlreadyExistsException e) {
            throw new IOException(path + " is there already", e);
        }
        Files.writeString(path, text, StandardCharsets.US_ASCII, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
    }

    /** Puts another text into a file that is there, at once: whoever reads it meanwhile finds the old one or the new one. */
    void replace(String text) throws IOException {
        Path real = path.toRealPath(); // replacing a symbolic link would leave the file that hosts read as it was
        Path next = beside(real, ".next");
        Files.deleteIfExists(next);
        new PrivateFile(next, title, command).create(text);
        Files.move(next, real, StandardCopyOption.ATOMIC_MOVE);
    }

    boolean isThere() {
        return Files.exists(path);
    }

    private static Path beside(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    /** What is done with a file. */
    interface Step<T> {
        T run() throws IOException;
    }

    /**
     * Does something while no other process or thread does something here. The lock is of a file of its own, which stays: the file itself
     * is replaced, and a lock of it would end when any descriptor of it is closed.
     */
    <T> T alone(Step<T> step) throws IOException {
        synchronized (ONE_THREAD) {
            Path real = isThere()
                    ? path.toRealPath()
                    : Objects.requireNonNull(path.toAbsolutePath().getParent(), "a file has a directory")
                            .toRealPath()
                            .resolve(path.getFileName());
            Set<OpenOption> options =
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            try (FileChannel channel = FileChannel.open(
                            beside(real, ".lock"), options, PosixFilePermissions.asFileAttribute(PERMISSIONS));
                    FileLock lock = channel.lock()) {
                assert lock.isValid();
                return step.run();
            }
        }
    }
}
