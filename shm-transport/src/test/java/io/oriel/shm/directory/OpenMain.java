// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.directory;

import io.oriel.api.NdException;
import java.nio.file.Path;

/** Opens a directory in a process of its own, and says how that went. */
public final class OpenMain {
    private OpenMain() {}

    public static void main(String[] args) {
        try {
            BaseDirectory.open(Path.of(args[0]));
            System.out.println("opened");
        } catch (NdException e) {
            System.out.println(e.getMessage());
        }
    }
}
