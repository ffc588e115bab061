// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.api.NdException;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.shm.directory.ProcessDirectory;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What one end of a link shows the other beside the frames, in a file of this link alone, so that whoever still reads it
 * after the link's end finds nothing of a later one: see {@link LinkLayout}. The file keeps its name only until the other
 * end has mapped it.
 */
public final class LinkFile {
    static final SharedFile.Format FORMAT =
            new SharedFile.Format("l-", "a link's words", LinkLayout.LENGTH, LinkLayout.MAGIC, WordsLayout.VERSION);

    private final SharedFile file;
    private final UnsafeBuffer buffer;
    private final UnsafeBuffer direct;

    private LinkFile(SharedFile file) {
        this.file = file;
        buffer = file.buffer();
        direct = file.part(LinkLayout.DIRECT_OFFSET, DirectLayout.LENGTH);
    }

    /**
     * Makes a file for one link. May block.
     *
     * @param directory of this process
     * @return the file; its name is to be removed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room
     */
    public static LinkFile create(ProcessDirectory directory) {
        return new LinkFile(FORMAT.create(directory, header -> {}));
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
     * Publishes an acknowledgement, by the domain's owner.
     *
     * @param word opaque
     */
    public void publishAcknowledgement(long word) {
        // Pairs with PeerLinkFile#acknowledgement: what the word tells of is stored before it.
        buffer.putLongRelease(LinkLayout.ACKNOWLEDGEMENT_OFFSET, word);
    }

    /**
     * Shows how far the other end's log was read, by the domain's owner.
     *
     * @param word opaque
     */
    public void publishRead(long word) {
        // Pairs with PeerLinkFile#read: nothing before is looked at any more.
        buffer.putLongRelease(LinkLayout.READ_OFFSET, word);
    }

    /** Returns the part for direct access; writable. */
    UnsafeBuffer direct() {
        return direct;
    }

    /** Removes the file's name; its mappings stay. May block; idempotent. */
    public void remove() {
        file.remove();
    }

    /** Removes and unmaps the file of a link that was not made. May block; idempotent. */
    public void discard() {
        remove();
        unmap();
    }

    /** What is written from now on, nobody sees. By the domain's owner. */
    void letGo() {
        file.letGo();
    }

    /** Unmaps the file, at which nobody here looks any more. May block; idempotent. */
    void unmap() {
        file.unmap();
    }
}
