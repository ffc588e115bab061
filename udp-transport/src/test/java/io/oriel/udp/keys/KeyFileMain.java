// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** A process that adds keys to a file, one by one. */
public final class KeyFileMain {
    private KeyFileMain() {}

    /**
     * Adds keys.
     *
     * @param arguments the file, what ids begin with, and how many there are
     */
    public static void main(String[] arguments) {
        for (int number = 0; number < Integer.parseInt(arguments[2]); number++) {
            add(Path.of(arguments[0]), arguments[1] + number);
        }
    }

    static void add(Path file, String id) {
        PresharedKey key = PresharedKey.draw(id, SealCipher.AES_256);
        try {
            KeyRing after = KeyFile.change(
                    file, before -> before.map(ring -> ring.with(key)).orElseGet(() -> new KeyRing(List.of(key))));
            if (after.find(id) == null) {
                throw new IllegalStateException("the key is not there");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
