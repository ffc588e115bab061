// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.api.NdException;
import io.oriel.shm.directory.ProcessDirectory;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;

/** The words that an adapter shows its peers: whether it sleeps, and credits by endpoint. See {@link WordsLayout}. */
public final class WordsFile {
    static final SharedFile.Format FORMAT = new SharedFile.Format(
            "w-", "an adapter's words", WordsLayout.LENGTH, WordsLayout.MAGIC, WordsLayout.VERSION);

    private final SharedFile file;
    private final UnsafeBuffer buffer;
    private final long adapterId;

    private WordsFile(SharedFile file, long adapterId) {
        this.file = file;
        buffer = file.buffer();
        this.adapterId = adapterId;
    }

    /**
     * Makes the file of an adapter. May block.
     *
     * @param directory of this process
     * @param adapterId random
     * @return the file, to be removed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room
     */
    public static WordsFile create(ProcessDirectory directory, long adapterId) {
        return new WordsFile(
                FORMAT.create(directory, header -> header.putLong(WordsLayout.ADAPTER_ID_OFFSET, adapterId)),
                adapterId);
    }

    /**
     * Returns the file's name.
     *
     * @return the last part of its path
     */
    public String name() {
        return file.name();
    }

    /**
     * Returns whose words they are.
     *
     * @return the adapter's id
     */
    public long adapterId() {
        return adapterId;
    }

    /**
     * Returns where the adapter listens for wakes.
     *
     * @return a path beside the file
     */
    public Path wakeSocket() {
        return wakeSocket(file.path());
    }

    /** Half of the file's digits name the socket: the path of a socket must be short. */
    static Path wakeSocket(Path words) {
        return words.resolveSibling("k-" + words.getFileName().toString().substring(2, 10));
    }

    /**
     * Publishes a credit, by the domain's owner.
     *
     * @param endpointId of the endpoint
     * @param word       opaque
     */
    public void publishCredit(int endpointId, long word) {
        // Pairs with PeerWords#credit: the Receives are in their queue before they are counted.
        buffer.putLongRelease(WordsLayout.creditOffset(endpointId), word);
    }

    /**
     * Tells the peers that the adapter sleeps, by the domain's owner.
     *
     * @param arming another number each time, never 0
     */
    public void arm(long arming) {
        buffer.putLongVolatile(WordsLayout.ARMED_OFFSET, arming);
        // Pairs with ShmLink#announce: the word is there before anything is looked for once more.
        VarHandle.fullFence();
    }

    /** Tells the peers that the adapter is awake, by the domain's owner. */
    public void disarm() {
        // A peer that still sees the word sends a wake too many.
        buffer.putLongRelease(WordsLayout.ARMED_OFFSET, 0);
    }

    /** Removes the file's name; its mappings stay. */
    public void remove() {
        file.remove();
    }

    /** Takes the words off the file: nobody sees words that are published from now on. The domain must have no owner any more. */
    public void letGo() {
        file.letGo();
    }

    /** Unmaps the file after {@link #letGo}. May block; idempotent. */
    public void unmap() {
        file.unmap();
    }
}
