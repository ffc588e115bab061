// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.wake;

import io.oriel.engine.control.ControlLoop;
import io.oriel.shm.rights.PeerSocket;
import io.oriel.shm.rights.PeerUserException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One link's connection to the wake socket of the peer, over which this side wakes it.
 *
 * <p>The domain's owner writes; the agent connects, and connects again when a write has failed. The channel does not
 * block, so an interrupt of the owner does not close it.
 */
public final class Bell {
    private static final long RETRY_NS = Duration.ofMillis(1).toNanos();
    private static final long FAILURE_PAUSE_NS = Duration.ofMillis(100).toNanos();

    private final ControlLoop loop;
    private final Consumer<Runnable> work;
    private final Path socket;
    private final UserPrincipal user;
    private final long linkId;
    private final Runnable repair = this::repair;

    // Used by the domain's owner alone.
    private final ByteBuffer wake = ByteBuffer.allocateDirect(1);

    // Written by the agent.
    private final ByteBuffer lateWake = ByteBuffer.allocateDirect(1);
    private volatile @Nullable SocketChannel channel;
    private boolean isConnecting;
    private boolean isWanted;
    private boolean isClosed;

    /**
     * Creates a bell that is not yet connected.
     *
     * @param loop   the agent
     * @param work   runs a blocking task on a worker
     * @param socket the peer's
     * @param user   whom the peer runs as
     * @param linkId by which the peer knows the link
     */
    public Bell(ControlLoop loop, Consumer<Runnable> work, Path socket, UserPrincipal user, long linkId) {
        this.loop = loop;
        this.work = work;
        this.socket = socket;
        this.user = user;
        this.linkId = linkId;
    }

    /** Wakes the peer. By the domain's owner; does not block. */
    public void ring() {
        SocketChannel to = channel;
        if (to == null || !write(to, wake)) {
            loop.executeSurely(repair); // the peer is rung once: nobody would wake it else
        }
    }

    /** Connects. On the agent. */
    public void connect() {
        if (isClosed || isConnecting) {
            return;
        }
        isConnecting = true;
        closeChannel();
        try {
            work.accept(this::connectNow);
        } catch (OutOfMemoryError e) {
            tryAgain(FAILURE_PAUSE_NS); // no thread can be made now
        }
    }

    /** Ends the connection. On the agent, when the domain does not use the link any more. Idempotent. */
    public void close() {
        isClosed = true;
        closeChannel();
    }

    /** A full socket holds wakes that the peer has not yet taken: one more would tell it nothing. */
    private static boolean write(SocketChannel to, ByteBuffer bytes) {
        try {
            bytes.clear();
            to.write(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void repair() {
        SocketChannel to = channel;
        if (to == null || !write(to, lateWake)) { // or it was connected meanwhile
            isWanted = true;
            connect();
        }
    }

    private void connectNow() {
        @Nullable SocketChannel made = null;
        try {
            made = PeerSocket.connect(socket, user);
            SocketChannel connected = made;
            boolean isBusy = !connected.isConnected(); // more connections wait there than can
            if (isBusy) {
                WakeChannel.closeQuietly(connected);
                loop.executeSurely(this::tryAgain);
            } else {
                connected.write(WakeChannel.greeting(linkId));
                loop.executeSurely(() -> connected(connected));
            }
        } catch (IOException e) {
            if (made != null) {
                WakeChannel.closeQuietly(made);
            }
            boolean isGone = e instanceof ConnectException || e instanceof PeerUserException || Files.notExists(socket);
            loop.executeSurely(isGone ? this::failed : this::tryAgain); // no descriptor may be left now
        } catch (RuntimeException | Error e) {
            if (made != null) {
                WakeChannel.closeQuietly(made);
            }
            loop.executeSurely(() -> tryAgain(FAILURE_PAUSE_NS));
            throw e;
        }
    }

    private void connected(SocketChannel made) {
        isConnecting = false;
        if (isClosed) {
            WakeChannel.closeQuietly(made);
            return;
        }
        channel = made;
        if (isWanted) {
            isWanted = !write(made, lateWake);
            if (isWanted) {
                connect(); // the peer has closed it meanwhile
            }
        }
    }

    private void tryAgain() {
        tryAgain(RETRY_NS);
    }

    private void tryAgain(long delayNs) {
        isConnecting = false;
        loop.scheduleSurely(delayNs, this::connectUnlessDone);
    }

    /** A ring may have had it connected meanwhile: what has been written there may be unread. */
    private void connectUnlessDone() {
        if (channel == null) {
            connect();
        }
    }

    /** The peer does not listen there: it is gone, of which its control socket tells, or the name leads elsewhere. */
    private void failed() {
        isConnecting = false;
        isWanted = false;
    }

    private void closeChannel() {
        SocketChannel old = channel;
        channel = null;
        if (old != null) {
            WakeChannel.closeQuietly(old);
        }
    }
}
