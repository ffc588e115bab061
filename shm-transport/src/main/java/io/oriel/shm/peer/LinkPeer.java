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
 */
public record LinkPeer(long adapterId, long linkId, ProcessName process, Path socket) {
    /**
     * Returns its process as applications see it.
     *
     * @param user whose process it is
     * @return with the id that the kernel has told
     */
    public Connector.Peer processOf(String user) {
        return new Connector.Peer(process.pid(), user);
    }

    /** Says why shared memory carries the link. */
    public String explain() {
        return "shared memory: the listener's socket " + socket + " is on this host, and the peer's process "
                + process.pid() + " runs as the same user";
    }
}
