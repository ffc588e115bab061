// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.meeting;

import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.ExitHook;
import io.oriel.engine.control.Shortages;
import io.oriel.shm.directory.HeldDirectory;
import io.oriel.shm.rights.FileChecks;
import io.oriel.shm.rights.Members;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A socket in Oriel's directory that takes connections of processes of the same user, or of members of its group. */
public final class SocketListener implements AutoCloseable {
    private static final int BACKLOG = 1024;
    private static final int ACCEPT_LIMIT = 64;
    private static final String UNFINISHED = "s";
    private static final long FAILURE_PAUSE_NS = Duration.ofMillis(100).toNanos();

    private final ControlLoop loop;
    private final Path path;
    private final ServerSocketChannel channel;
    private final @Nullable Object fileKey;
    private final Members members;
    private final BiConsumer<SocketChannel, UserPrincipal> onAccept;
    private final Runnable onLost;
    private final ExitHook atExit;
    private final Shortages shortages;

    // Used by the agent alone.
    private ControlLoop.@Nullable Watch watch;

    private volatile boolean isClosed;

    private SocketListener(
            ControlLoop loop,
            Path path,
            ServerSocketChannel channel,
            Members members,
            BiConsumer<SocketChannel, UserPrincipal> onAccept,
            Runnable onLost)
            throws IOException {
        this.loop = loop;
        this.path = path;
        this.channel = channel;
        this.members = members;
        this.onAccept = onAccept;
        this.onLost = onLost;
        shortages = new Shortages(loop);
        fileKey = FileChecks.identity(path);
        // At once, not last: the name may be another process' soon.
        atExit = new ExitHook(this::removeName);
    }

    /**
     * Begins to listen. On a worker, under the lock of the directory.
     *
     * @param loop     whose agent accepts
     * @param path     of the socket; no file may be there
     * @param members  whose processes are taken
     * @param onAccept gets each connection and its user, on the agent, not blocking
     * @return the listener
     * @throws IOException if the socket cannot be made
     */
    public static SocketListener bind(
            ControlLoop loop, Path path, Members members, BiConsumer<SocketChannel, UserPrincipal> onAccept)
            throws IOException {
        return bind(loop, path, members, onAccept, () -> {});
    }

    /**
     * Begins to listen. On a worker, under the lock of the directory.
     *
     * @param loop     whose agent accepts
     * @param path     of the socket; no file may be there
     * @param members  whose processes are taken
     * @param onAccept gets each connection and its user, on the agent, not blocking
     * @param onLost   is run, on any thread, when a connection has been closed that could not be handed on, with what its
     *     peer had sent already
     * @return the listener
     * @throws IOException if the socket cannot be made
     */
    public static SocketListener bind(
            ControlLoop loop,
            Path path,
            Members members,
            BiConsumer<SocketChannel, UserPrincipal> onAccept,
            Runnable onLost)
            throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        boolean isBound = false;
        @Nullable SocketListener listener = null;
        try {
            bind(channel, path, members);
            isBound = true;
            channel.configureBlocking(false);
            listener = new SocketListener(loop, path, channel, members, onAccept, onLost);
            loop.execute(listener::start);
            return listener;
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            if (listener != null) {
                listener.atExit.close();
            }
            if (isBound) {
                Files.deleteIfExists(path);
            }
            throw e;
        }
    }

    /** The socket bears its name only when it has its rights, and never takes the place of another file. */
    private static void bind(ServerSocketChannel channel, Path path, Members members) throws IOException {
        try (HeldDirectory place = HeldDirectory.createBeside(path)) {
            Path unfinished = place.at(UNFINISHED);
            try {
                channel.bind(UnixDomainSocketAddress.of(unfinished), BACKLOG);
                Files.setPosixFilePermissions(unfinished, members.rights().commonFile());
                Files.createLink(path, unfinished);
            } finally {
                Files.deleteIfExists(unfinished);
                place.remove();
            }
        }
    }

    /**
     * Tells whether the socket's name was removed, so that nobody can connect. May block.
     *
     * @return true if another listener has to take its place
     */
    public boolean isLost() {
        return !isClosed && FileChecks.isLost(path, fileKey);
    }

    private void start() {
        if (isClosed) {
            return;
        }
        try {
            watch = loop.watch(channel, SelectionKey.OP_ACCEPT, this::accept);
        } catch (IOException | RuntimeException | Error e) {
            if (channel.isOpen()) {
                loop.schedule(FAILURE_PAUSE_NS, this::start);
            }
            throw new IllegalStateException("the listening socket " + path + " cannot be watched", e);
        }
    }

    private void accept(int readyOps) {
        try {
            for (int i = 0; i < ACCEPT_LIMIT; i++) {
                @Nullable SocketChannel accepted = channel.accept();
                if (accepted == null) {
                    return;
                }
                verify(accepted);
            }
        } catch (IOException e) {
            // No descriptors left, most likely: the connection stays in the backlog, and the selector would call again
            // at once.
            pause();
            boolean unused = shortages.note("the listening socket " + path, e);
        }
    }

    private void pause() {
        if (watch != null) {
            ControlLoop.Watch paused = watch;
            loop.schedule(FAILURE_PAUSE_NS, () -> paused.interestOps(SelectionKey.OP_ACCEPT));
            paused.interestOps(0);
        }
    }

    /** What is thrown here pauses the watch, and is reported. The peer hears of it at once, and may come again. */
    private void verify(SocketChannel accepted) {
        try {
            loop.executeBlocking(() -> verifyNow(accepted));
        } catch (RuntimeException | Error e) {
            lose(accepted);
            throw e;
        }
    }

    private void verifyNow(SocketChannel accepted) {
        try {
            accepted.configureBlocking(false);
            UserPrincipal user = members.require(accepted);
            loop.executeSurely(() -> handOn(accepted, user));
        } catch (RejectedExecutionException e) {
            closeQuietly(accepted);
        } catch (IOException e) {
            lose(accepted);
        } catch (RuntimeException | Error e) {
            lose(accepted);
            throw e;
        }
    }

    private void handOn(SocketChannel accepted, UserPrincipal user) {
        if (isClosed) {
            closeQuietly(accepted);
            return;
        }
        try {
            onAccept.accept(accepted, user);
        } catch (RuntimeException | Error e) {
            lose(accepted);
            throw e;
        }
    }

    private void lose(SocketChannel accepted) {
        closeQuietly(accepted);
        onLost.run();
    }

    /**
     * Closes a channel whose end interests nobody.
     *
     * @param channel any
     */
    public static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is gone all the same.
        }
    }

    /** Removes the name, if it is still this socket's, and stops listening. Callable on any thread; idempotent. */
    @Override
    public void close() {
        atExit.close();
        removeName();
        if (loop.isAgentThread()) {
            stop();
        } else {
            stopSoon();
        }
    }

    private void stopSoon() {
        try {
            loop.executeSurely(this::stop);
        } catch (RuntimeException e) { // the agent takes no task: it finds the channel closed
            isClosed = true;
            closeChannel();
            throw e;
        }
    }

    // While the socket still listens, nobody takes its name for a stale one: so nobody's name but ours is removed.
    private void removeName() {
        try {
            if (channel.isOpen() && Objects.equals(fileKey, FileChecks.identity(path))) {
                Files.delete(path);
            }
        } catch (IOException e) {
            // Gone already.
        }
    }

    private void stop() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        if (watch != null) {
            watch.cancel();
        }
        closeChannel();
    }

    private void closeChannel() {
        try {
            channel.close();
        } catch (IOException e) {
            // The descriptor is gone all the same.
        }
    }
}
