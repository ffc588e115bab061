// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.RegistrationException;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.DriverConfig;
import io.oriel.shm.driver.DriverSession;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The two logs of a link: an exclusive publication to the peer, and the image of the peer's. Made on a worker, which
 * waits; nothing here waits for a driver that has ended, or longer than it may.
 */
final class LinkStreams {
    private static final int STREAM_ID = 1;
    private static final long POLL_PERIOD_NS = Duration.ofNanos(100_000).toNanos();

    private final DriverSession session;
    private final int peerSessionId;
    private final long deadlineNs;
    private final long publicationId;
    private final long subscriptionId;
    private volatile boolean isCanceled;

    // Used by one worker at a time.
    private @Nullable ExclusivePublication publication;
    private @Nullable Subscription subscription;

    private LinkStreams(
            DriverSession session, int peerSessionId, long deadlineNs, long publicationId, long subscriptionId) {
        this.session = session;
        this.peerSessionId = peerSessionId;
        this.deadlineNs = deadlineNs;
        this.publicationId = publicationId;
        this.subscriptionId = subscriptionId;
    }

    private static ChannelUriStringBuilder channel(int sessionId) {
        return new ChannelUriStringBuilder().media(CommonContext.IPC_MEDIA).sessionId(sessionId);
    }

    /**
     * Asks the driver for both logs.
     *
     * @param session       with the driver
     * @param config        lengths of our log
     * @param sessionId     of our publication, random
     * @param peerSessionId of the peer's
     * @param deadlineNs    until when the link must be made
     * @return the logs, which the driver is still making
     * @throws NdException DEVICE_REMOVED if the driver has ended
     */
    static LinkStreams add(
            DriverSession session, DriverConfig config, int sessionId, int peerSessionId, long deadlineNs) {
        Aeron aeron = session.aeron();
        String channel = channel(sessionId)
                .termLength(config.termLength())
                .mtu(config.mtuLength())
                .build();
        try {
            // The publication first: if the second command finds no room, the log goes with the client, at the latest.
            long publicationId = aeron.asyncAddExclusivePublication(channel, STREAM_ID);
            long subscriptionId =
                    aeron.asyncAddSubscription(channel(peerSessionId).build(), STREAM_ID);
            return new LinkStreams(session, peerSessionId, deadlineNs, publicationId, subscriptionId);
        } catch (AeronException e) {
            throw new NdException(NdStatus.DEVICE_REMOVED, "the media driver takes no commands: " + e.getMessage(), e);
        }
    }

    /** Waits until the driver has made our log, and will hand us the peer's. */
    void awaitAdded() {
        Aeron aeron = session.aeron();
        try {
            subscription = await(() -> aeron.getSubscription(subscriptionId));
            publication = await(() -> aeron.getExclusivePublication(publicationId));
        } catch (RegistrationException e) {
            throw new NdException(
                    NdStatus.INSUFFICIENT_RESOURCES,
                    "the media driver cannot make a log: " + e.getMessage() + "; free memory there, or choose another"
                            + " directory with the property oriel.sharedMemory.directory",
                    e);
        } catch (AeronException e) {
            throw new NdException(NdStatus.DEVICE_REMOVED, "the media driver's client has ended", e);
        }
    }

    /** Waits until frames can go both ways. */
    Image awaitConnected() {
        ExclusivePublication ours = publication();
        await(() -> ours.isConnected() && ours.availableWindow() > 0 ? ours : null);
        Subscription theirs = subscription();
        return await(() -> theirs.imageBySessionId(peerSessionId));
    }

    ExclusivePublication publication() {
        return added(publication);
    }

    private Subscription subscription() {
        return added(subscription);
    }

    private static <T> T added(@Nullable T resource) {
        if (resource == null) {
            throw new IllegalStateException("awaitAdded comes first");
        }
        return resource;
    }

    private <T> T await(Supplier<@Nullable T> condition) {
        while (true) {
            @Nullable T result = condition.get();
            if (result != null) {
                return result;
            }
            if (session.isDead()) {
                throw new NdException(NdStatus.DEVICE_REMOVED, "the media driver ended while the link was made");
            }
            if (isCanceled) {
                throw new NdException(NdStatus.CONNECTION_ABORTED, "the peer ended while the link was made");
            }
            if (System.nanoTime() - deadlineNs > 0) {
                throw new NdException(NdStatus.IO_TIMEOUT, "the media driver did not connect the link in time");
            }
            session.hurry();
            LockSupport.parkNanos(POLL_PERIOD_NS);
        }
    }

    /** Ends a wait that goes on. From any thread. */
    void cancel() {
        isCanceled = true;
    }

    /** Gives the logs back; they stay mapped for a while. On a worker, when no other thread touches them any more. */
    void close() {
        if (session.isDead()) {
            // The client goes as a whole, when the last port has gone: it would wait for the driver.
            return;
        }
        Aeron aeron = session.aeron();
        try {
            if (publication != null) {
                publication.close();
            } else {
                aeron.asyncRemovePublication(publicationId);
            }
            if (subscription != null) {
                subscription.close();
            } else {
                aeron.asyncRemoveSubscription(subscriptionId);
            }
            session.hurry();
        } catch (AeronException e) {
            // The client has ended meanwhile, and its logs with it.
            assert e != null;
        }
    }
}
