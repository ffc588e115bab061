// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.peer;

import io.oriel.api.Connector;
import io.oriel.shm.directory.ProcessName;
import java.nio.file.Path;

/**
 * Who is at the other end of a link.
 *
 * @param adapterId random
 * @param linkId    by which it knows the link
 * @param process   its process
 * @param socket    the listener's socket at which the two met
 * @param user      whom its process runs as, as the kernel says
 * @param access    what keeps the two out of each other's memory
 */
public record LinkPeer(
        long adapterId, long linkId, ProcessName process, Path socket, String user, Connector.Access access) {
    /**
     * Returns its process as applications see it.
     *
     * @return with the id that the kernel has told
     */
    public Connector.Peer seen() {
        return new Connector.Peer(process.pid(), user, access);
    }

    /** Says why shared memory carries the link. */
    public String explain() {
        return "shared memory: the listener's socket " + socket + " is on this host, and the peer's process "
                + process.pid() + " runs as the same user; " + walls();
    }

    private String walls() {
        return access
                + switch (access) {
                    case COOPERATIVE -> ": each maps the other's memory, and keeps within the windows by itself";
                    case KERNEL_READ_ONLY -> ": each maps the other's memory, where the kernel refuses every store";
                    case COPIED -> ": neither maps memory that the other allocates";
                };
    }
}
