// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.directory.SocketNames;
import io.oriel.shm.meeting.SocketListener;
import io.oriel.shm.rights.PeerSocket;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the media driver that runs on its own for the processes of a directory, or of one user where the directory is a group's; or
 * makes this process run it.
 */
final class DriverSearch {
    private static final long RETRY_NS = Duration.ofMillis(2).toNanos();

    private final ProcessHome home;
    private final Path socket;

    DriverSearch(ProcessHome home) {
        this.home = home;
        socket = SocketNames.driver(home.base());
    }

    /**
     * Joins the driver. Blocks; on a worker.
     *
     * @param onDeath hears on the agent when the driver ends by itself
     * @return the driver
     * @throws NdException DEVICE_NOT_READY if there is none, or its host does not answer
     */
    JoinedDriver find(Consumer<String> onDeath) {
        long deadlineNs =
                System.nanoTime() + home.config().timeouts().handshake().toNanos();
        do {
            @Nullable SocketChannel channel = connect();
            if (channel == null) {
                throw new NdException(
                        NdStatus.DEVICE_NOT_READY,
                        "no media driver runs for " + home.base().path()
                                + ", and the driver mode is EXTERNAL; start one"
                                + " with: bin/oriel driver, or set the property oriel.driver.mode to AUTO");
            }
            if (!channel.isConnected()) {
                SocketListener.closeQuietly(channel);
            } else {
                @Nullable JoinedDriver joined = JoinedDriver.join(home, channel, onDeath);
                if (joined != null) {
                    return joined;
                }
            }
            LockSupport.parkNanos(RETRY_NS);
        } while (System.nanoTime() - deadlineNs < 0);
        throw new NdException(
                NdStatus.DEVICE_NOT_READY,
                "the process that hosts the media driver does not take connections on " + socket
                        + "; find it with: fuser -v " + socket + ", and continue or end it");
    }

    /**
     * Joins the driver of a peer. Blocks; on a worker.
     *
     * @param name of the driver
     * @return the driver
     * @throws NdException DEVICE_REMOVED if it is not the one that runs now; DEVICE_NOT_READY as above
     */
    JoinedDriver join(String name) {
        JoinedDriver driver = find(reason -> {});
        if (!DriverName.of(home.base(), driver.directory()).equals(name)) {
            driver.close();
            throw new NdException(
                    NdStatus.DEVICE_REMOVED,
                    "the peer's media driver has ended, and another runs in its place: reopen the peer's adapter");
        }
        return driver;
    }

    /** Runs the driver in this process; another's is an error. Blocks; on a worker. */
    HostedDriver host(Consumer<String> onDeath) {
        return home.base().locked(() -> {
            @Nullable SocketChannel channel = connect();
            if (channel != null) {
                SocketListener.closeQuietly(channel);
                throw new NdException(
                        NdStatus.SHARING_VIOLATION,
                        "another process runs the media driver of "
                                + home.base().path() + " already; end it first, or find it with: fuser -v " + socket);
            }
            return HostedDriver.start(home, onDeath);
        });
    }

    /** Connects to the host; answers null if nobody listens. A channel that is not connected found a full backlog. */
    private @Nullable SocketChannel connect() {
        if (!Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            return null;
        }
        try {
            return PeerSocket.connect(socket, home.base().members().self());
        } catch (IOException e) {
            if (SocketNames.isStale(socket) || !Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
                return null;
            }
            throw new NdException(
                    NdStatus.DEVICE_NOT_READY, "the media driver's socket " + socket + " cannot be used: " + e, e);
        }
    }
}
