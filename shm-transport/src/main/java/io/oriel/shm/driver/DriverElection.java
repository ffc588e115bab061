// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.DriverMode;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.directory.SocketNames;
import io.oriel.shm.meeting.PeerUser;
import io.oriel.shm.meeting.SocketListener;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides which process runs the media driver: the one that listens already, else this one. The lock of the directory is
 * held while that is found out, and while a new driver starts.
 */
final class DriverElection {
    private static final long RETRY_NS = Duration.ofMillis(2).toNanos();

    private final ProcessHome home;
    private final Path socket;

    DriverElection(ProcessHome home) {
        this.home = home;
        socket = SocketNames.driver(home.base());
    }

    /**
     * Finds or starts the driver. Blocks; on a worker.
     *
     * @param onDeath hears on the agent when the driver ends by itself
     * @return the driver
     * @throws NdException DEVICE_NOT_READY if there is none and this process may not start one, or its host does not
     *     answer; INSUFFICIENT_RESOURCES if there is no room for one
     */
    Driver elect(Consumer<String> onDeath) {
        long deadlineNs =
                System.nanoTime() + home.config().timeouts().handshake().toNanos();
        do {
            Candidate candidate = home.base().locked(() -> findOrStart(onDeath));
            if (candidate.driver != null) {
                return candidate.driver;
            }
            if (candidate.channel != null) {
                @Nullable Driver joined = JoinedDriver.join(home, candidate.channel, onDeath);
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

    private Candidate findOrStart(Consumer<String> onDeath) {
        @Nullable SocketChannel channel = connect();
        if (channel != null) {
            return channel.isConnected() ? new Candidate(null, channel) : busy(channel);
        }
        if (home.config().driver().mode() == DriverMode.EXTERNAL) {
            throw new NdException(
                    NdStatus.DEVICE_NOT_READY,
                    "no media driver runs for " + home.base().path() + ", and the driver mode is EXTERNAL; start one"
                            + " with: bin/oriel driver, or set the property oriel.driver.mode to AUTO");
        }
        return new Candidate(HostedDriver.start(home, onDeath), null);
    }

    private static Candidate busy(SocketChannel channel) {
        SocketListener.closeQuietly(channel);
        return new Candidate(null, null);
    }

    /** Connects to the host; answers null if nobody listens. A channel that is not connected found a full backlog. */
    private @Nullable SocketChannel connect() {
        if (!Files.exists(socket)) {
            return null;
        }
        @Nullable SocketChannel channel = null;
        try {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(socket));
            if (channel.isConnected()) {
                PeerUser.require(channel, home.base().owner());
            }
            return channel;
        } catch (RuntimeException | Error e) {
            if (channel != null) {
                SocketListener.closeQuietly(channel);
            }
            throw e;
        } catch (IOException e) {
            if (channel != null) {
                SocketListener.closeQuietly(channel);
            }
            if (SocketNames.isStale(socket) || !Files.exists(socket)) {
                return null;
            }
            throw new NdException(
                    NdStatus.DEVICE_NOT_READY, "the media driver's socket " + socket + " cannot be used: " + e, e);
        }
    }

    /** What was found under the lock: a driver, or a channel to its host, or neither for the moment. */
    private record Candidate(
            @Nullable Driver driver, @Nullable SocketChannel channel) {}
}
