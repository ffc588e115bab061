// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.peer;

import io.oriel.api.Connector;
import io.oriel.shm.directory.PeerDirectory;
import io.oriel.shm.directory.ProcessName;
import java.nio.file.Path;

/**
 * Who is at the other end of a link.
 *
 * @param adapterId random
 * @param linkId    by which it knows the link
 * @param directory of its process
 * @param socket    the listener's socket at which the two met
 * @param isMapped  whether each end maps memory that the other allocates
 * @param here      who asks
 */
public record LinkPeer(long adapterId, long linkId, PeerDirectory directory, Path socket, boolean isMapped, Here here) {
    /**
     * This end of a link.
     *
     * @param process this process
     * @param scope   in which the addresses have their meaning; empty for that of the network namespace
     */
    public record Here(ProcessName process, String scope) {}

    /** Returns its process. */
    public ProcessName process() {
        return directory.process();
    }

    /**
     * Returns its process as applications see it.
     *
     * @return with what the kernel has told, and the id if it means the same here
     */
    public Connector.Peer seen() {
        return new Connector.Peer(directory.pid(), directory.user().getName(), access());
    }

    private Connector.Access access() {
        if (!isMapped) {
            return Connector.Access.COPIED;
        }
        return directory.isWritable() ? Connector.Access.COOPERATIVE : Connector.Access.KERNEL_READ_ONLY;
    }

    /** Says why shared memory carries the link, and what keeps its ends out of each other's memory. */
    public String explain() {
        Connector.Access access = access();
        String user = directory.isWritable()
                ? "the same user"
                : "user " + directory.user().getName() + " of the same group";
        return "shared memory: the listener's socket " + socket + " is on this host"
                + (here.scope().isEmpty() ? "" : ", where addresses are those of the scope " + here.scope())
                + ", and the peer's " + process().describeTo(here.process()) + " runs as " + user + "; " + access
                + switch (access) {
                    case COOPERATIVE -> ": each maps the other's memory, and keeps within the windows by itself";
                    case KERNEL_READ_ONLY ->
                        ": each maps the regions of the other's windows that grant Read, and can read the whole of such a"
                                + " region until it is deregistered; the kernel refuses every store";
                    case COPIED -> ": neither maps memory that the other allocates";
                };
    }
}
