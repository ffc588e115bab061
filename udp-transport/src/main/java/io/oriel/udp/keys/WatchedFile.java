// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.keys;

import io.oriel.api.NdException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A file that may be changed while it is used. What it holds is read by any thread; it is looked after by one at a time, which may block.
 *
 * @param <T> what it holds
 */
public final class WatchedFile<T> {
    private final Path file;
    private final Function<Path, T> reader;
    private volatile T content;
    private Map<String, Object> look;

    private WatchedFile(Path file, Function<Path, T> reader, Map<String, Object> look) {
        this.file = file;
        this.reader = reader;
        this.look = look;
        content = reader.apply(file);
    }

    /**
     * Reads a file.
     *
     * @param file   to be watched
     * @param reader reads it, or throws NdException with what is wrong and the remedy
     * @param <T>    what it holds
     * @return what it holds now
     * @throws NdException of the reader
     */
    public static <T> WatchedFile<T> open(Path file, Function<Path, T> reader) {
        return new WatchedFile<>(file, reader, look(file)); // looked at first: what changes meanwhile is seen next time
    }

    private static Map<String, Object> look(Path file) {
        try {
            return Files.readAttributes(file, "unix:ino,size,lastModifiedTime,ctime,mode,uid");
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** Returns what it holds now. */
    public T content() {
        return content;
    }

    /**
     * Reads the file again if it has changed. One that cannot be used changes nothing.
     *
     * @param onUnusable is told why, once for each change
     * @return true if it holds something else now
     */
    public boolean refresh(Consumer<String> onUnusable) {
        Map<String, Object> now = look(file);
        if (now.equals(look)) {
            return false;
        }
        look = now;
        try {
            content = reader.apply(file);
            return true;
        } catch (NdException e) {
            onUnusable.accept(e.getMessage() + "; the keys that were known stay in use");
            return false;
        }
    }
}
