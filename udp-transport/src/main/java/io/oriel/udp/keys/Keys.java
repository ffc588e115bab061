// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import io.oriel.api.NdException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** The keys of a file that may be changed while they are used. Read by any thread; looked after by one at a time, which may block. */
public final class Keys {
    private final Path file;
    private volatile KeyRing ring;
    private Map<String, Object> look;

    private Keys(Path file, Map<String, Object> look, KeyRing ring) {
        this.file = file;
        this.look = look;
        this.ring = ring;
    }

    /**
     * Reads a file.
     *
     * @param file with keys
     * @return what it holds now
     * @throws NdException DEVICE_NOT_READY with what is wrong and the remedy
     */
    public static Keys open(Path file) {
        Map<String, Object> look = look(file); // before it is read: what changes meanwhile is seen next time
        return new Keys(file, look, KeyFile.read(file));
    }

    private static Map<String, Object> look(Path file) {
        try {
            return Files.readAttributes(file, "unix:ino,size,lastModifiedTime,mode,uid");
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** Returns the keys that are known now. */
    public KeyRing ring() {
        return ring;
    }

    /**
     * Reads the file again if it has changed. One that cannot be used changes nothing.
     *
     * @param onUnusable is told why, once for each change
     * @return true if other keys are known now
     */
    public boolean refresh(Consumer<String> onUnusable) {
        Map<String, Object> now = look(file);
        if (now.equals(look)) {
            return false;
        }
        look = now;
        try {
            ring = KeyFile.read(file);
            return true;
        } catch (NdException e) {
            onUnusable.accept(e.getMessage() + "; the keys that were known stay in use");
            return false;
        }
    }
}
