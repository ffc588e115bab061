// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.engine.transport.Port;
import io.oriel.shm.directory.PeerDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;

/** The words that a peer's adapter shows, as one link reads them. See {@link WordsLayout}. */
public final class PeerWords {
    private final SharedFile file;
    private final UnsafeBuffer buffer;

    private PeerWords(SharedFile file) {
        this.file = file;
        buffer = file.buffer();
    }

    /**
     * Checks and maps a peer's file. May block.
     *
     * @param directory of the peer's process
     * @param name      of the file, as the peer gave it
     * @param adapterId that the peer gave
     * @return the words
     * @throws IOException if the file is not what it must be
     */
    public static PeerWords open(PeerDirectory directory, String name, long adapterId) throws IOException {
        SharedFile file = WordsFile.FORMAT.open(directory, name);
        if (file.buffer().getLong(WordsLayout.ADAPTER_ID_OFFSET) != adapterId) {
            file.unmap();
            throw new IOException(file.path() + " belongs to another adapter");
        }
        return new PeerWords(file);
    }

    /**
     * Returns where the peer's adapter listens for wakes.
     *
     * @return a path beside the file
     */
    public Path wakeSocket() {
        return WordsFile.wakeSocket(file.path());
    }

    /**
     * Reads whether the peer's adapter sleeps.
     *
     * @return 0 if it is awake; else a number that differs each time it falls asleep
     */
    public long armed() {
        // Pairs with WordsFile#arm.
        return buffer.getLongVolatile(WordsLayout.ARMED_OFFSET);
    }

    /**
     * Reads a credit.
     *
     * @param endpointId of the peer; checked, because peers name their endpoints in messages
     * @return what the peer published last
     */
    public long credit(int endpointId) {
        // Pairs with WordsFile#publishCredit.
        return buffer.getLongVolatile(WordsLayout.creditOffset(Objects.checkIndex(endpointId, Port.MAX_ENDPOINTS)));
    }

    /** From now on the peer is awake, and has posted no Receives. By the domain's owner. */
    void letGo() {
        file.letGo();
    }

    /** Unmaps the file, at which nobody here looks any more. May block; idempotent. */
    void unmap() {
        file.unmap();
    }
}
