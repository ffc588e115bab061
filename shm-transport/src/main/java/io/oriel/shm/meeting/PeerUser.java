// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/** Who is at the other end of a socket, as the kernel says. */
public final class PeerUser {
    private PeerUser() {}

    /**
     * Checks that a socket's peer runs as the user whom Oriel's directory belongs to. May block, because the user's name
     * is looked up.
     *
     * @param channel connected
     * @param owner   of the directory
     * @throws PeerUserException if the peer is somebody else's
     * @throws IOException if the kernel does not say
     */
    public static void require(SocketChannel channel, UserPrincipal owner) throws IOException {
        UserPrincipal peer =
                channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        if (!peer.equals(owner)) {
            throw new PeerUserException("the process at the other end runs as user " + peer.getName() + ", this one as "
                    + owner.getName() + "; shared memory is for processes of one user");
        }
    }
}
