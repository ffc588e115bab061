// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.aeron.ExclusivePublication;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.protocol.DriverWelcomeDecoder;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.media.Driver;
import io.oriel.shm.media.PublisherLimit;
import io.oriel.shm.meeting.DriverMessages;
import io.oriel.shm.meeting.Message;
import io.oriel.shm.meeting.MessageHandler;
import io.oriel.shm.meeting.MessageSocket;
import io.oriel.shm.meeting.SocketListener;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.agrona.concurrent.AtomicBuffer;
import org.jspecify.annotations.Nullable;

/** The media driver of another process, known by a socket whose end is the driver's end. */
final class JoinedDriver implements Driver {
    // While a kick is under way, further ones are none.
    private static final long KICK_PERIOD_NS = Duration.ofMillis(1).toNanos();

    private final ControlLoop loop;
    private final MessageSocket socket;
    private final Path directory;
    private final Runnable sendKick = this::sendKick;
    private final Runnable endKick = this::endKick;
    private volatile boolean isKicking;

    private JoinedDriver(ControlLoop loop, MessageSocket socket, Path directory) {
        this.loop = loop;
        this.socket = socket;
        this.directory = directory;
    }

    /**
     * Joins the driver whose host is at the other end of a channel. Blocks; on a worker.
     *
     * @param home    of this process
     * @param channel connected, not blocking; taken over
     * @param onDeath hears on the agent when the driver ends
     * @return the driver; null if its host has just ended
     * @throws NdException DEVICE_NOT_READY if the host does not answer, or with another version of Oriel
     */
    static @Nullable JoinedDriver join(ProcessHome home, SocketChannel channel, Consumer<String> onDeath) {
        Joining joining;
        try {
            joining = new Joining(home.loop(), channel, onDeath);
            long timeoutNs = home.config().timeouts().handshake().toNanos();
            ControlLoop.Timer timer = home.loop().schedule(timeoutNs, joining::timeOut);
            home.loop().execute(joining::start);
            home.loop().await(joining.welcome);
            timer.cancel();
        } catch (RuntimeException | Error e) {
            SocketListener.closeQuietly(channel);
            throw e;
        }
        String name = joining.name();
        if (name.isEmpty()) {
            return null;
        }
        try {
            return new JoinedDriver(home.loop(), joining.socket, DriverName.resolve(home.base(), name));
        } catch (IOException e) {
            home.loop().execute(joining.socket::close);
            throw new NdException(
                    NdStatus.DEVICE_NOT_READY, "the media driver's host gave a directory that cannot be used: " + e, e);
        }
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public void kick() {
        if (isKicking) {
            return;
        }
        isKicking = true;
        try {
            loop.execute(sendKick);
        } catch (RejectedExecutionException e) {
            // The agent has been closed: nothing is to be woken any more.
            isKicking = true;
        } catch (RuntimeException | Error e) {
            isKicking = false;
            throw e;
        }
    }

    private void sendKick() {
        try {
            DriverMessages.sendKick(socket);
            loop.schedule(KICK_PERIOD_NS, endKick);
        } catch (RuntimeException | Error e) {
            isKicking = false;
            throw e;
        }
    }

    private void endKick() {
        isKicking = false;
    }

    @Override
    public boolean hasThread() {
        return true;
    }

    @Override
    public @Nullable PublisherLimit takeLimit(ExclusivePublication log, AtomicBuffer counters) {
        return null;
    }

    @Override
    public void hurry() {
        kick();
    }

    @Override
    public void expire(long clientId) {
        // Its host looks after its clients.
    }

    @Override
    public void restore() {
        // Its host does.
    }

    @Override
    public int logs() {
        return 0;
    }

    @Override
    public void introduce(long clientId) {
        loop.execute(() -> DriverMessages.sendClient(socket, clientId));
    }

    @Override
    public void close() {
        loop.execute(() -> {
            DriverMessages.sendNoClient(socket);
            socket.closeAfterFlush();
        });
    }

    /** The handshake, and afterwards the watch for the driver's end. Used by the agent alone, but for its result. */
    private static final class Joining implements MessageHandler {
        /** The driver's name; empty if the socket ended before it came. */
        private final CompletableFuture<String> welcome = new CompletableFuture<>();

        private final MessageSocket socket;
        private final Consumer<String> onDeath;

        Joining(ControlLoop loop, SocketChannel channel, Consumer<String> onDeath) {
            socket = new MessageSocket(loop, channel, this);
            this.onDeath = onDeath;
        }

        void start() {
            try {
                socket.start();
                DriverMessages.sendJoin(socket);
            } catch (IOException e) {
                socket.close();
                welcome.complete("");
            } catch (RuntimeException | Error e) {
                socket.close();
                welcome.completeExceptionally(e);
            }
        }

        String name() {
            try {
                return welcome.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        }

        void timeOut() {
            if (!welcome.isDone()) {
                fail("the process that hosts the media driver does not answer; continue or end it");
            }
        }

        private void fail(String reason) {
            socket.close();
            welcome.completeExceptionally(new NdException(NdStatus.DEVICE_NOT_READY, reason));
        }

        @Override
        public void onMessage(Message message) {
            if (message.templateId() != DriverWelcomeDecoder.TEMPLATE_ID || welcome.isDone()) {
                return;
            }
            @Nullable String mismatch = DriverMessages.versionMismatch(message);
            if (mismatch == null || !mismatch.isEmpty()) {
                fail(mismatch == null ? "the media driver's host sent a message that cannot be read" : mismatch);
                return;
            }
            @Nullable String name = DriverMessages.welcome(message);
            if (name == null || name.isEmpty()) {
                fail("the media driver's host sent a message that cannot be read");
            } else {
                welcome.complete(name);
            }
        }

        @Override
        public void onEnd(String reason) {
            if (!welcome.complete("")) {
                onDeath.accept("the media driver's host process has ended");
            }
        }
    }
}
