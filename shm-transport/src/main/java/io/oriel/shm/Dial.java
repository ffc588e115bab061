// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.address.LocalAddresses;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.SystemFailure;
import io.oriel.engine.transport.DialHandler;
import io.oriel.shm.directory.SocketNames;
import io.oriel.shm.meeting.LinkIds;
import io.oriel.shm.meeting.LinkReader;
import io.oriel.shm.meeting.SocketListener;
import io.oriel.shm.memory.LinkFile;
import io.oriel.shm.rights.PeerSocket;
import io.oriel.shm.rights.PeerUserException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A dial: connects to the socket of a listener and makes a link, or finds the one that exists. Tries again while a link
 * to the same adapter is being made or ended. Used by the agent alone, but for the work given to workers.
 */
final class Dial {
    private static final long FIRST_RETRY_NS = Duration.ofMillis(1).toNanos();
    private static final long MAX_RETRY_NS = Duration.ofMillis(50).toNanos();
    private static final int CONNECT_ATTEMPTS = 3;

    private final ShmPort port;
    private final InetSocketAddress destination;
    private final DialHandler handler;
    private final ControlLoop.Timer timer;
    private final long deadlineNs;

    /**
     * What there is before the first word.
     *
     * @param user of the listener's process
     * @param file of this end of the link
     */
    private record Prepared(UserPrincipal user, LinkFile file) {}

    private List<Path> sockets = List.of();
    private @Nullable DialHandshake handshake;
    private long retryNs = FIRST_RETRY_NS;
    private boolean isDone;

    Dial(ShmPort port, InetSocketAddress destination, DialHandler handler) {
        this.port = port;
        this.destination = destination;
        this.handler = handler;
        long timeoutNs = port.home().config().timeouts().handshake().toNanos();
        deadlineNs = System.nanoTime() + timeoutNs;
        timer = port.home().loop().schedule(timeoutNs, this::expire);
    }

    private void expire() {
        long startNs = deadlineNs - port.home().config().timeouts().handshake().toNanos();
        @Nullable String shortage = port.home().shortages().since(startNs);
        if (shortage != null) {
            fail(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "the link to " + destination + " could not be made by this process: " + shortage);
        } else {
            fail(NdStatus.IO_TIMEOUT, "the listener at " + destination + " did not answer");
        }
    }

    long deadlineNs() {
        return deadlineNs;
    }

    void start() {
        if (destination.isUnresolved()
                || destination.getPort() == 0
                || destination.getAddress().isAnyLocalAddress()) {
            fail(NdStatus.INVALID_ADDRESS, destination + " is not an address that can be dialled");
            return;
        }
        try {
            sockets = LocalAddresses.contain(destination.getAddress())
                    ? List.of(
                            port.home().sockets().wildcard(destination),
                            port.home().sockets().listener(destination))
                    : List.of(port.home().sockets().listener(destination));
        } catch (NdException e) {
            fail(e.status(), LinkReader.Refusal.of(e).reason());
            return;
        }
        connect();
    }

    private void connect() {
        if (isDone) {
            return;
        }
        try {
            connectToAny();
        } catch (NdException e) {
            fail(e);
        } catch (Throwable e) {
            fail(e);
            throw e;
        }
    }

    private void connectToAny() {
        for (Path path : SocketNames.oldestFirst(sockets)) {
            @Nullable SocketChannel channel = connect(path);
            if (channel != null) {
                connectBy(path, channel);
                return; // a busy listener is waited for: a later one at the same address has no right to it
            }
        }
        fail(NdStatus.CONNECTION_REFUSED, "no adapter " + whose() + " listens at " + destination + where());
    }

    private void connectBy(Path path, SocketChannel channel) {
        if (channel.isConnected()) {
            verify(path, channel);
        } else {
            SocketListener.closeQuietly(channel);
            retry();
        }
    }

    private String whose() {
        String group = port.home().config().sharedMemory().sharing().group();
        return group.isEmpty() ? "of this user" : "of group " + group;
    }

    private String where() {
        String scope = port.home().config().sharedMemory().sharing().scope();
        return scope.isEmpty()
                ? " in this network namespace (others are met in a scope: oriel.shm.scope)"
                : " in the scope " + scope;
    }

    /**
     * Connects to a socket; answers null if nobody listens, or not as the socket's owner. A channel that is not connected found a full
     * backlog.
     */
    private static @Nullable SocketChannel connect(Path path) {
        for (int attempt = 1; ; attempt++) {
            try {
                return PeerSocket.connect(path, PeerSocket.owner(path));
            } catch (ConnectException | PeerUserException e) {
                return null;
            } catch (IOException e) {
                if (Files.notExists(path)) {
                    return null;
                }
                if (attempt == CONNECT_ATTEMPTS) { // before, the socket may have appeared between the two looks
                    throw SystemFailure.exception("no connection to the listening socket " + path, null, e);
                }
            }
        }
    }

    private void verify(Path path, SocketChannel channel) {
        port.work().run(() -> prepare(channel), own -> greet(path, channel, own), e -> {
            SocketListener.closeQuietly(channel);
            fail(e);
        });
    }

    /** On a worker. */
    private Prepared prepare(SocketChannel channel) throws IOException {
        UserPrincipal user = port.home().base().members().require(channel);
        port.requirePlace();
        return new Prepared(user, port.parts().newLinkFile());
    }

    private void greet(Path path, SocketChannel channel, Prepared own) {
        LinkFile file = own.file();
        if (isDone) {
            SocketListener.closeQuietly(channel);
            port.discard(null, file, null, LinkIds.NONE);
            return;
        }
        DialHandshake next;
        try {
            next = new DialHandshake(port, this, new DialHandshake.Met(path, channel, own.user()), file);
        } catch (Throwable e) {
            SocketListener.closeQuietly(channel);
            port.discard(null, file, null, LinkIds.NONE);
            fail(e);
            throw e;
        }
        handshake = next;
        next.start();
    }

    /** Tries again after a while. */
    void retry() {
        handshake = null;
        if (!isDone) {
            port.home().loop().schedule(retryNs, this::connect);
            retryNs = Math.min(2 * retryNs, MAX_RETRY_NS);
        }
    }

    /** Ends with a link. */
    void succeed(ShmLink link) {
        if (end()) {
            handler.dialled(link);
        }
    }

    /** Ends without one; does nothing if it has ended. */
    void fail(NdStatus status, String reason) {
        if (end()) {
            handler.failed(status, reason);
        }
    }

    /** Ends because of something that was thrown here. */
    void fail(Throwable cause) {
        NdStatus status = cause instanceof PeerUserException ? NdStatus.ACCESS_VIOLATION : NdStatus.CONNECTION_ABORTED;
        LinkReader.Refusal refusal = LinkReader.Refusal.of(cause, status, "the link could not be made");
        fail(refusal.status(), refusal.reason());
    }

    private boolean end() {
        if (isDone) {
            return false;
        }
        isDone = true;
        timer.cancel();
        port.ended(this);
        DialHandshake last = handshake;
        if (last != null) {
            last.abandon();
        }
        return true;
    }
}
