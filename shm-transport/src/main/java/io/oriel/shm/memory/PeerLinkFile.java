// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.engine.direct.DirectLayout;
import io.oriel.shm.directory.PeerDirectory;
import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;

/** What the other end of one link shows this one beside the frames. See {@link LinkLayout}. */
public final class PeerLinkFile {
    private final SharedFile file;
    private final UnsafeBuffer buffer;
    private final UnsafeBuffer direct;

    private PeerLinkFile(SharedFile file) {
        this.file = file;
        buffer = file.buffer();
        direct = file.part(LinkLayout.DIRECT_OFFSET, DirectLayout.LENGTH);
    }

    /**
     * Checks and maps the file of a peer. May block.
     *
     * @param directory of the peer's process
     * @param name    of the file, as the peer gave it
     * @return the file
     * @throws IOException if the file is not what it must be
     */
    public static PeerLinkFile open(PeerDirectory directory, String name) throws IOException {
        return new PeerLinkFile(LinkFile.FORMAT.open(directory, name));
    }

    /**
     * Reads the peer's acknowledgement. By the domain's owner.
     *
     * @return what it published last; 0 before
     */
    public long acknowledgement() {
        // Pairs with LinkFile#publishAcknowledgement.
        return buffer.getLongVolatile(LinkLayout.ACKNOWLEDGEMENT_OFFSET);
    }

    /**
     * Reads how far the peer has read this end's log. By the domain's owner.
     *
     * @return what it showed last; 0 before
     */
    public long read() {
        // Pairs with LinkFile#publishRead.
        return buffer.getLongAcquire(LinkLayout.READ_OFFSET);
    }

    /** Returns the part for direct access; read-only. */
    UnsafeBuffer direct() {
        return direct;
    }

    /** Returns the part for direct access once more, for another thread, which stays on the file until it is unmapped. */
    UnsafeBuffer directApart() {
        return file.viewApart(LinkLayout.DIRECT_OFFSET, DirectLayout.LENGTH);
    }

    /** From now on everything is 0. By the domain's owner. */
    void letGo() {
        file.letGo();
    }

    /** Unmaps the file, at which nobody here looks any more. May block; idempotent. */
    void unmap() {
        file.unmap();
    }
}
