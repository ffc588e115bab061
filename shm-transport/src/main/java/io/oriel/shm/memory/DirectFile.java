// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.memory;

import io.oriel.api.NdException;
import io.oriel.engine.direct.DirectLayout;
import io.oriel.shm.directory.BaseDirectory;
import io.oriel.shm.directory.ProcessDirectory;
import io.oriel.shm.directory.ProcessName;
import java.io.IOException;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What one end of a link shows the other beside the frames, in a file: see {@link DirectLayout}. The file keeps its name
 * only until the other end has mapped it.
 */
public final class DirectFile {
    private static final SharedFile.Format FORMAT = new SharedFile.Format(
            "d-", "a link's windows", DirectLayout.LENGTH, DirectLayout.MAGIC, DirectLayout.VERSION);

    private final SharedFile file;

    private DirectFile(SharedFile file) {
        this.file = file;
    }

    /**
     * Makes a file for one link. May block.
     *
     * @param directory of this process
     * @return the file; its name is to be removed by the caller
     * @throws NdException INSUFFICIENT_RESOURCES if there is no room
     */
    public static DirectFile create(ProcessDirectory directory) {
        return new DirectFile(FORMAT.create(directory, header -> {}));
    }

    /**
     * Checks and maps the file of a peer. May block.
     *
     * @param base    the directory where both are
     * @param process the peer's
     * @param name    of the file, as the peer gave it
     * @return the bytes, read-only
     * @throws IOException if the file is not what it must be
     */
    static UnsafeBuffer openPeer(BaseDirectory base, ProcessName process, String name) throws IOException {
        return FORMAT.open(base, process, name).buffer();
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
     * Returns the file's bytes.
     *
     * @return writable
     */
    UnsafeBuffer buffer() {
        return file.buffer();
    }

    /** Removes the file's name; its mappings stay. May block; idempotent. */
    public void remove() {
        file.remove();
    }
}
