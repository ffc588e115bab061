// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.api.NdException;
import io.oriel.shm.directory.ProcessDirectory;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** The words that an adapter shows its peers: whether it sleeps, and credits by endpoint. See {@link WordsLayout}. */
public final class WordsFile {
    static final SharedFile.Format FORMAT = new SharedFile.Format(
            "w-", "an adapter's words", WordsLayout.LENGTH, WordsLayout.MAGIC, WordsLayout.VERSION);

    /** Of an adapter that may sleep: its peers wake it once, and it shows whether it does. Never that of {@link #arm}. */
    private static final long ANY_ARMING = 0x4152_4D45_4400_0000L;

    private final ProcessDirectory directory;
    private final SharedFile file;
    private final long adapterId;

    // Written by a worker, read by the domain owner.
    private volatile UnsafeBuffer[] shown;

    // Threading: domain owner. The words in the first file, and in later files that replaced removed ones.
    private UnsafeBuffer[] buffers;

    // Guarded by this.
    private boolean isRemoved;

    private WordsFile(ProcessDirectory directory, SharedFile file, long adapterId) {
        this.directory = directory;
        this.file = file;
        shown = new UnsafeBuffer[] {file.buffer()};
        buffers = shown;
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
                directory,
                FORMAT.create(directory, header -> header.putLong(WordsLayout.ADAPTER_ID_OFFSET, adapterId)),
                adapterId);
    }

    /**
     * Makes the file again if it was removed, for peers to come; those of before read the words where they have mapped them. The
     * words are there once the domain's owner has called {@link #adopt}. Blocks; on a worker, one at a time.
     *
     * @throws NdException INSUFFICIENT_RESOURCES if it cannot be made
     */
    public synchronized void restore() {
        if (isRemoved || !Files.notExists(file.path(), LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        SharedFile next = FORMAT.create(directory, file.path(), header -> {
            header.putLong(WordsLayout.ADAPTER_ID_OFFSET, adapterId);
            header.putLong(WordsLayout.ARMED_OFFSET, ANY_ARMING);
        });
        UnsafeBuffer[] all = Arrays.copyOf(shown, shown.length + 1);
        all[shown.length] = next.buffer();
        shown = all; // Pairs with #adopt.
    }

    /**
     * Shows the words also in files that were made again. Threading: domain owner.
     *
     * @return whether any was
     */
    public boolean adopt() {
        UnsafeBuffer[] all = shown; // Pairs with #restore.
        for (int i = buffers.length; i < all.length; i++) {
            copyTo(all[i]);
        }
        buffers = all;
        return all.length > 1;
    }

    private void copyTo(UnsafeBuffer to) {
        UnsafeBuffer from = buffers[0];
        for (int offset = WordsLayout.CREDITS_OFFSET;
                offset < WordsLayout.LENGTH;
                offset += WordsLayout.CREDIT_STRIDE) {
            to.putLongRelease(offset, from.getLong(offset));
        }
        to.putLongRelease(WordsLayout.ARMED_OFFSET, from.getLong(WordsLayout.ARMED_OFFSET));
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
        if (buffers != shown) {
            boolean unused = adopt();
        }
        int offset = WordsLayout.creditOffset(endpointId);
        for (UnsafeBuffer buffer : buffers) {
            buffer.putLongRelease(offset, word);
        }
    }

    /**
     * Tells the peers that the adapter sleeps, by the domain's owner.
     *
     * @param arming another number each time, never 0
     */
    public void arm(long arming) {
        boolean unused = adopt();
        for (UnsafeBuffer buffer : buffers) {
            buffer.putLongVolatile(WordsLayout.ARMED_OFFSET, arming);
        }
        // Pairs with ShmLink#announce: the word is there before anything is looked for once more.
        VarHandle.fullFence();
    }

    /** Tells the peers that the adapter is awake, by the domain's owner. */
    public void disarm() {
        // A peer that still sees the word sends a wake too many.
        for (UnsafeBuffer buffer : buffers) {
            buffer.putLongRelease(WordsLayout.ARMED_OFFSET, 0);
        }
    }

    /** Removes the file's name; its mappings stay. */
    public synchronized void remove() {
        isRemoved = true;
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
