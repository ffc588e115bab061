// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.rights;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.SharingConfig;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;

/**
 * Whose processes are met in Oriel's directory.
 *
 * @param self   whom this process runs as
 * @param users  of the group who are met, by their names; empty if all are
 * @param rights of what lies in the directory
 */
public record Members(UserPrincipal self, Set<String> users, Rights rights) {
    /** Tells the user at the other end of a socket. */
    private static final String MODULE = "jdk.net";

    /**
     * Finds out who they are. May block.
     *
     * @param sharing names them
     * @return the members
     * @throws IOException if this process' own user cannot be found out
     * @throws NdException NOT_SUPPORTED if sockets of this JVM cannot tell whom their peer runs as
     */
    public static Members of(SharingConfig sharing) throws IOException {
        requireModule();
        return new Members(Files.getOwner(Path.of("/proc/self")), sharing.users(), Rights.of(sharing));
    }

    private static void requireModule() {
        if (ModuleLayer.boot().findModule(MODULE).isPresent()) {
            return;
        }
        boolean isInImage = ModuleFinder.ofSystem().find(MODULE).isPresent();
        throw new NdException(
                NdStatus.NOT_SUPPORTED,
                "shared memory needs the module " + MODULE + ", which "
                        + (isInImage
                                ? "this JVM was started without; start it with --add-modules " + MODULE
                                : "this run-time image does not have; make it with jlink --add-modules " + MODULE)
                        + ", or set the property oriel.medium=UDP");
    }

    /**
     * Checks that a socket's peer is one of them. That it is in the group, the kernel has found out: it has let the peer connect
     * to a socket of the group's, or make one in the group's directory. May block, because the user's name is looked up.
     *
     * @param channel connected
     * @return whom the peer runs as, as the kernel says
     * @throws PeerUserException if the peer is none of them
     * @throws IOException if the kernel does not say
     */
    public UserPrincipal require(SocketChannel channel) throws IOException {
        UserPrincipal peer = PeerSocket.user(channel);
        if (isSelf(peer)) {
            return peer;
        }
        String who = "the process at the other end runs as user " + peer.getName() + ", this one as " + self.getName();
        if (!rights.areShared()) {
            throw new PeerUserException(
                    who
                            + "; shared memory is for processes of one user, unless the property oriel.shm.group names a group");
        }
        if (!users.isEmpty() && !users.contains(peer.getName())) {
            throw new PeerUserException(who + ", which meets of the group only the users that oriel.shm.users names");
        }
        return peer;
    }

    /**
     * Returns the user of this process alone.
     *
     * @return whom others of the group are none of
     */
    public Members ofUser() {
        return new Members(self, Set.of(), rights.ofUser());
    }

    /**
     * Tells whether a user is the one whom this process runs as.
     *
     * @param user any
     * @return false if the kernel keeps the two apart
     */
    public boolean isSelf(UserPrincipal user) {
        return user.equals(self);
    }
}
