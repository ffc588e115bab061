// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.rights;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/** Connections to sockets whose names other users may have made: to one of a certain user, and through no link. */
public final class PeerSocket {
    private PeerSocket() {}

    /**
     * Finds out whose a socket is. May block.
     *
     * @param path of the socket; a link is not followed
     * @return its owner
     * @throws PeerUserException if the path is not a socket's
     * @throws IOException if there is no such file
     */
    public static UserPrincipal owner(Path path) throws IOException {
        PosixFileAttributes found = Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!found.isOther()) {
            throw new PeerUserException(path + " must be a socket");
        }
        return found.owner();
    }

    /**
     * Connects. May block, but not until the connection is accepted.
     *
     * @param path of the socket
     * @param user its owner, as whom the listening process must run
     * @return a channel that does not block; not connected if the socket's backlog is full
     * @throws PeerUserException if the path is not a socket's, or one of another user's
     * @throws IOException if nobody listens
     */
    public static SocketChannel connect(Path path, UserPrincipal user) throws IOException {
        requireOwner(path, owner(path), user);
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(path));
            if (channel.isConnected()) { // the path may lead elsewhere by now: the kernel says who listens there
                requireOwner(path, user(channel), user);
            }
            return channel;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static void requireOwner(Path path, UserPrincipal found, UserPrincipal needed) throws PeerUserException {
        if (!found.equals(needed)) {
            throw new PeerUserException(
                    path + " must be a socket of user " + needed.getName() + ", is one of user " + found.getName());
        }
    }

    /** Returns whom the process at the other end of a connection runs as, as the kernel says. */
    static UserPrincipal user(SocketChannel channel) throws IOException {
        return channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    }
}
