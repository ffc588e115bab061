// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import io.oriel.api.NdException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A file with pre-shared keys, one a line: its id, its cipher and its secret in base 64. It is this user's alone, with mode 0600 or less.
 * All calls may block.
 */
public final class KeyFile {
    private static final String HEAD =
            "# Keys of Oriel. Who can read this file can connect, and pose as any of the adapters that have"
                    + " it. The first\n# key is dialled with, each is answered to. Changed by bin/oriel key.\n";

    private KeyFile() {}

    private static PrivateFile at(Path path) {
        return new PrivateFile(path, "key file", "bin/oriel key");
    }

    /**
     * Reads the keys.
     *
     * @param path of a file of this user, mode 0600
     * @return the keys in it
     * @throws NdException DEVICE_NOT_READY with what is wrong and the remedy
     */
    public static KeyRing read(Path path) {
        PrivateFile file = at(path);
        List<PresharedKey> keys = new ArrayList<>();
        file.read(line -> keys.add(PresharedKey.parse(line)));
        try {
            return new KeyRing(keys);
        } catch (IllegalArgumentException e) {
            throw file.unusable(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Makes a file that is not there.
     *
     * @param path where
     * @param keys to be in it
     * @throws IOException if there is one, or it cannot be made
     */
    public static void create(Path path, KeyRing keys) throws IOException {
        at(path).create(text(keys));
    }

    /**
     * Puts other keys into a file that is there, at once: whoever reads it meanwhile finds the old ones or the new ones.
     *
     * @param path where
     * @param keys to be in it
     * @throws IOException if it cannot be written
     */
    public static void replace(Path path, KeyRing keys) throws IOException {
        at(path).replace(text(keys));
    }

    /**
     * Changes the keys of a file, or makes one, while no other process does.
     *
     * @param path   where
     * @param change returns the keys that are to be in the file; told those that are in it, if it is there
     * @return the keys in the file
     * @throws IOException if it cannot be written
     * @throws NdException DEVICE_NOT_READY if it cannot be read, with the remedy
     */
    public static KeyRing change(Path path, Function<Optional<KeyRing>, KeyRing> change) throws IOException {
        PrivateFile file = at(path);
        return file.alone(() -> {
            Optional<KeyRing> before = file.isThere() ? Optional.of(read(path)) : Optional.empty();
            KeyRing after = change.apply(before);
            if (before.isEmpty()) {
                file.create(text(after));
            } else if (before.get() != after) {
                file.replace(text(after));
            }
            return after;
        });
    }

    private static String text(KeyRing keys) {
        StringBuilder text = new StringBuilder(HEAD);
        keys.keys().forEach(each -> text.append(each.text()).append('\n'));
        return text.toString();
    }
}
