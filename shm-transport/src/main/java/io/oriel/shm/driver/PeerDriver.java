// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import io.aeron.Aeron;
import io.aeron.CncFileDescriptor;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.SystemFailure;
import io.oriel.shm.directory.ProcessHome;
import io.oriel.shm.media.DriverClient;
import io.oriel.shm.meeting.LinkOffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The media driver of a link's peer, of which this end of the link is a client of its own: what the driver tells its clients
 * would, unread for long, end a client, and such an end must not touch another link. If it is also the driver of this process,
 * or the peer is another user's, whose driver is not joined, the client is the process'.
 */
public final class PeerDriver implements AutoCloseable {
    private final DriverClient client;
    // The one at whose host's socket the driver was joined.
    private final @Nullable JoinedDriver host;
    private final boolean isShared;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    private PeerDriver(DriverClient client, @Nullable JoinedDriver host, boolean isShared) {
        this.client = client;
        this.host = host;
        this.isShared = isShared;
    }

    static PeerDriver shared(DriverClient client) {
        return new PeerDriver(client, null, true);
    }

    /**
     * Joins a driver. Blocks; on a worker.
     *
     * @param home       of this process
     * @param name       of the driver, as the peer gave it
     * @param deadlineNs until when it must have been joined
     * @throws IOException if there is no such driver
     */
    static PeerDriver join(ProcessHome home, String name, long deadlineNs) throws IOException {
        Path directory = DriverName.resolve(home.base(), name);
        if (Files.notExists(directory.resolve(CncFileDescriptor.CNC_FILE))) { // Aeron would wait for it
            throw new IOException("no media driver runs in " + directory);
        }
        JoinedDriver host = DriverName.isHosted(name) ? new DriverSearch(home).join(name) : null;
        try {
            DriverClient client =
                    DriverClient.connectTurned(directory, error -> noteShortage(home, error), () -> {}, deadlineNs);
            if (host != null) {
                host.introduce(client.aeron().clientId());
            }
            return new PeerDriver(client, host, false);
        } catch (RuntimeException | Error e) {
            if (host != null) {
                host.close();
            }
            if (e instanceof RuntimeException) {
                SystemFailure cause = SystemFailure.of(e);
                throw new NdException(
                        cause.isShortage() ? NdStatus.INSUFFICIENT_RESOURCES : NdStatus.CONNECTION_ABORTED,
                        "the peer's media driver in " + directory + " cannot be joined: " + cause.reason(),
                        e);
            }
            throw e;
        }
    }

    /** Others are as that the driver has ended, which the link reports. */
    private static void noteShortage(ProcessHome home, Throwable error) {
        boolean unused = home.shortages().note("the client of the peer's media driver", error);
    }

    /**
     * Returns the client.
     *
     * @return for the control plane; its calls may block
     */
    public Aeron aeron() {
        return client.aeron();
    }

    /**
     * Returns by what the driver knows this end of the link.
     *
     * @return the client's id; {@link LinkOffer#NO_CLIENT} if the client is not the link's alone
     */
    public long clientId() {
        return isShared ? LinkOffer.NO_CLIENT : client.aeron().clientId();
    }

    /**
     * Tells whether the client is not the link's alone.
     *
     * @return true if it does not end with this
     */
    public boolean isShared() {
        return isShared;
    }

    /** Looks for what the driver has answered. From any thread that may block. */
    public void hurry() {
        if (host != null) {
            host.kick();
        }
        client.hurry();
    }

    /** Leaves the driver, unless the client is shared: nobody may touch its logs any more. Blocks; on a worker. Idempotent. */
    @Override
    public void close() {
        if (!isShared && isClosed.compareAndSet(false, true)) {
            client.close();
            if (host != null) {
                host.close();
            }
        }
    }
}
