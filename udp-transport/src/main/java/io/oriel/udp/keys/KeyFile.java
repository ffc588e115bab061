// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file with pre-shared keys, one a line: its id, its cipher and its secret in base 64. It is this user's alone, with mode 0600 or less.
 * All calls may block.
 */
public final class KeyFile {
    private static final Set<PosixFilePermission> PERMISSIONS = PosixFilePermissions.fromString("rw-------");
    private static final int OTHERS = 0077;
    private static final int MODE = 0777;
    private static final int MAX_LENGTH = 64 * 1024;
    private static final String HEAD =
            "# Keys of Oriel. Who can read this file can read, forge and end whatever adapters with these"
                    + " keys say to each\n# other. The first one is dialled with, each is answered to. Changed by bin/oriel key.\n";

    private KeyFile() {}

    /**
     * Reads the keys.
     *
     * @param file of this user, mode 0600
     * @return the keys in it
     * @throws NdException DEVICE_NOT_READY with what is wrong and the remedy
     */
    public static KeyRing read(Path file) {
        try {
            requirePrivate(file);
            if (Files.size(file) > MAX_LENGTH) {
                throw unusable(file, "it has " + Files.size(file) + " bytes, more than " + MAX_LENGTH, null);
            }
            return parse(file, Files.readString(file, StandardCharsets.US_ASCII));
        } catch (NoSuchFileException e) {
            throw unusable(file, "there is none; make one with bin/oriel key " + file, e);
        } catch (IOException e) {
            throw unusable(file, "it cannot be read: " + e, e);
        }
    }

    private static void requirePrivate(Path file) throws IOException {
        Map<String, Object> found = Files.readAttributes(file, "unix:uid,mode,isRegularFile");
        if (!Boolean.TRUE.equals(found.get("isRegularFile"))) {
            throw unusable(file, "it is no file", null);
        }
        Object own = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        if (!own.equals(found.get("uid"))) {
            throw unusable(file, "it belongs to user " + found.get("uid") + ", not to this one, " + own, null);
        }
        if (!(found.get("mode") instanceof Integer mode) || (mode & OTHERS) != 0) {
            throw unusable(
                    file, "its mode must be 0600 or less, is " + modeOf(found) + "; run chmod 600 " + file, null);
        }
    }

    private static String modeOf(Map<String, Object> found) {
        return found.get("mode") instanceof Integer mode ? "%04o".formatted(mode & MODE) : "unknown";
    }

    private static KeyRing parse(Path file, String text) {
        List<PresharedKey> keys = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                try {
                    keys.add(PresharedKey.parse(line));
                } catch (IllegalArgumentException e) {
                    throw unusable(file, "in line " + number + ", " + e.getMessage(), e);
                }
            }
        }
        try {
            return new KeyRing(keys);
        } catch (IllegalArgumentException e) {
            throw unusable(file, String.valueOf(e.getMessage()), e);
        }
    }

    private static NdException unusable(Path file, String found, @Nullable Throwable cause) {
        String text = "the key file " + file + " cannot be used: " + found;
        return cause == null
                ? new NdException(NdStatus.DEVICE_NOT_READY, text)
                : new NdException(NdStatus.DEVICE_NOT_READY, text, cause);
    }

    /**
     * Makes a file that is not there.
     *
     * @param file where
     * @param keys to be in it
     * @throws IOException if there is one, or it cannot be made
     */
    public static void create(Path file, KeyRing keys) throws IOException {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PERMISSIONS));
        } catch (FileAlreadyExistsException e) {
            throw new IOException(file + " is there already", e);
        }
        write(file, keys);
    }

    /**
     * Puts other keys into a file that is there, at once: whoever reads it meanwhile finds the old ones or the new ones.
     *
     * @param file where
     * @param keys to be in it
     * @throws IOException if it cannot be written
     */
    public static void replace(Path file, KeyRing keys) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.deleteIfExists(next);
        create(next, keys);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void write(Path file, KeyRing keys) throws IOException {
        StringBuilder text = new StringBuilder(HEAD);
        keys.keys().forEach(each -> text.append(each.text()).append('\n'));
        Files.writeString(file, text, StandardCharsets.US_ASCII, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
    }
}
