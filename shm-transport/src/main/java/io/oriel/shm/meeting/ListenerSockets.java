// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.SystemFailure;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.directory.SocketNames;
import io.oriel.shm.rights.PeerSocket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Gives listeners their addresses. Blocks; on a worker. */
public final class ListenerSockets {
    private static final int FIRST_FREE_PORT = 49152;
    private static final int FREE_PORTS = 65536 - FIRST_FREE_PORT;

    private final ProcessHome home;
    private final OnAccept onAccept;

    /**
     * Creates the sockets of one port, none yet.
     *
     * @param home     of this process
     * @param onAccept gets each connection
     */
    public ListenerSockets(ProcessHome home, OnAccept onAccept) {
        this.home = home;
        this.onAccept = onAccept;
    }

    /** Takes connections. Threading: control agent. */
    @FunctionalInterface
    public interface OnAccept {
        /**
         * Takes a connection.
         *
         * @param socket  that took it
         * @param channel does not block
         * @param user    at the other end, as the kernel says
         */
        void accept(Path socket, SocketChannel channel, UserPrincipal user);
    }

    /**
     * A listener and where it listens.
     *
     * @param address with the port chosen
     * @param socket  that listens
     */
    public record Bound(InetSocketAddress address, SocketListener socket) {}

    /**
     * Begins to listen.
     *
     * @param address of this host; port 0 chooses one
     * @return what listens, and where
     * @throws NdException SHARING_VIOLATION; TOO_MANY_ADDRESSES; INSUFFICIENT_RESOURCES
     */
    public Bound bind(InetSocketAddress address) {
        return home.base().locked(() -> address.getPort() == 0 ? bindToFreePort(address) : bindToPort(address));
    }

    private Bound bindToPort(InetSocketAddress address) {
        @Nullable Bound bound = tryBind(address);
        if (bound == null) {
            throw new NdException(
                    NdStatus.SHARING_VIOLATION,
                    "a listener on this host has the address " + address + " already" + whatIsLeft(address));
        }
        return bound;
    }

    /** Says which name another user's dead process has left in the way. */
    private String whatIsLeft(InetSocketAddress address) {
        for (Path rival : home.sockets().rivals(address)) {
            if (SocketNames.isStale(rival)) {
                return ": an ended process of another user has left the socket " + rival
                        + ", which that user's next process removes; or remove it as root";
            }
        }
        return "";
    }

    private Bound bindToFreePort(InetSocketAddress address) {
        int start = ThreadLocalRandom.current().nextInt(FREE_PORTS);
        for (int i = 0; i < FREE_PORTS; i++) {
            int port = FIRST_FREE_PORT + (start + i) % FREE_PORTS;
            @Nullable Bound bound = tryBind(new InetSocketAddress(address.getAddress(), port));
            if (bound != null) {
                return bound;
            }
        }
        throw new NdException(
                NdStatus.TOO_MANY_ADDRESSES,
                "all ports from " + FIRST_FREE_PORT + " to 65535 of " + address.getAddress() + " have listeners");
    }

    private @Nullable Bound tryBind(InetSocketAddress address) {
        Path path = home.sockets().listener(address);
        try {
            for (Path rival : home.sockets().rivals(address)) {
                if (Files.exists(rival, LinkOption.NOFOLLOW_LINKS)) {
                    if (!SocketNames.isStale(rival) || !isRemoved(rival)) {
                        return null;
                    }
                }
            }
            SocketListener socket = SocketListener.bind(
                    home.loop(), path, home.base().members(), (channel, user) -> onAccept.accept(path, channel, user));
            return new Bound(address, socket);
        } catch (IOException e) {
            throw SystemFailure.exception("the listening socket " + path + " cannot be made", path, e);
        }
    }

    /** In a group's directory the kernel lets only its owner remove a name. */
    private static boolean isRemoved(Path stale) throws IOException {
        try {
            Files.deleteIfExists(stale);
            return true;
        } catch (FileSystemException e) {
            if (PeerSocket.owner(stale).equals(Files.getOwner(Path.of("/proc/self")))) {
                throw e;
            }
            return false;
        }
    }
}
