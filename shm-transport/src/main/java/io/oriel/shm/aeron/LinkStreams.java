// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

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
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.shm.driver.DriverSession;
import org.jspecify.annotations.Nullable;

/**
 * The two logs of a link, an exclusive publication to the peer and the image of the peer's, with the link's counters.
 * Made on a worker, which waits; nothing here waits for a driver that has ended, or longer than it may.
 */
public final class LinkStreams {
    private static final int STREAM_ID = 1;

    private final DriverSession session;
    private final int peerSessionId;
    private final DriverWait wait;
    private final long publicationId;
    private final long subscriptionId;
    private final DriverCounters counters;

    // Used by one worker at a time.
    private @Nullable ExclusivePublication publication;
    private @Nullable Subscription subscription;

    private LinkStreams(
            DriverSession session,
            int peerSessionId,
            DriverWait wait,
            long publicationId,
            long subscriptionId,
            DriverCounters counters) {
        this.session = session;
        this.peerSessionId = peerSessionId;
        this.wait = wait;
        this.publicationId = publicationId;
        this.subscriptionId = subscriptionId;
        this.counters = counters;
    }

    private static ChannelUriStringBuilder channel(int sessionId) {
        return new ChannelUriStringBuilder().media(CommonContext.IPC_MEDIA).sessionId(sessionId);
    }

    /**
     * Who is at the ends of a link.
     *
     * @param adapterId     this side's
     * @param sessionId     of its publication, random
     * @param peerAdapterId the peer's
     * @param peerSessionId of its publication
     * @param peerPid       the peer's process
     */
    public record Ends(long adapterId, int sessionId, long peerAdapterId, int peerSessionId, long peerPid) {
        private String label() {
            return "adapter %016x with %016x of process %d".formatted(adapterId, peerAdapterId, peerPid);
        }

        private long[] ids() {
            return new long[] {adapterId, peerAdapterId};
        }
    }

    /**
     * Asks the driver for logs and counters.
     *
     * @param session    with the driver
     * @param config     lengths of our log
     * @param ends       of the link
     * @param deadlineNs until when the link must be made
     * @return what the driver is still making
     * @throws NdException DEVICE_REMOVED if the driver has ended
     */
    public static LinkStreams add(DriverSession session, DriverConfig config, Ends ends, long deadlineNs) {
        Aeron aeron = session.aeron();
        String channel = channel(ends.sessionId())
                .termLength(config.termLength())
                .mtu(config.mtuLength())
                .build();
        long publicationId = Aeron.NULL_VALUE;
        long subscriptionId = Aeron.NULL_VALUE;
        DriverCounters counters = null;
        try {
            // The publication first: if the second command finds no room, the log goes with the client, at the latest.
            publicationId = aeron.asyncAddExclusivePublication(channel, STREAM_ID);
            subscriptionId =
                    aeron.asyncAddSubscription(channel(ends.peerSessionId()).build(), STREAM_ID);
            DriverWait wait = new DriverWait(session, deadlineNs);
            counters = DriverCounters.add(session, LinkCounter.values(), ends.label(), ends.ids(), wait);
            return new LinkStreams(session, ends.peerSessionId(), wait, publicationId, subscriptionId, counters);
        } catch (AeronException e) {
            throw new NdException(NdStatus.DEVICE_REMOVED, "the media driver takes no commands: " + e.getMessage(), e);
        } catch (Error e) {
            takeBack(aeron, publicationId, subscriptionId, counters, e);
            throw e;
        }
    }

    /** Nobody will know of what was asked for, and the client lives on. */
    private static void takeBack(
            Aeron aeron, long publicationId, long subscriptionId, @Nullable DriverCounters counters, Error cause) {
        try {
            if (publicationId != Aeron.NULL_VALUE) {
                aeron.asyncRemovePublication(publicationId);
            }
            if (subscriptionId != Aeron.NULL_VALUE) {
                aeron.asyncRemoveSubscription(subscriptionId);
            }
            if (counters != null) {
                counters.close();
            }
        } catch (Throwable e) {
            cause.addSuppressed(e);
        }
    }

    /**
     * Waits until the driver has made our log and the counters, and will hand us the peer's log.
     *
     * @throws NdException INSUFFICIENT_RESOURCES if it has no room; DEVICE_REMOVED; CONNECTION_ABORTED; IO_TIMEOUT
     */
    public void awaitAdded() {
        Aeron aeron = session.aeron();
        try {
            subscription = wait.until("it had made a log", () -> aeron.getSubscription(subscriptionId));
            publication = wait.until("it had made a log", () -> aeron.getExclusivePublication(publicationId));
            counters.awaitAdded();
        } catch (RegistrationException e) {
            throw DriverCounters.refusal(
                    "a log",
                    "free memory there, or choose another directory with the property oriel.sharedMemory.directory",
                    e);
        } catch (AeronException e) {
            throw new NdException(NdStatus.DEVICE_REMOVED, "the media driver's client has ended", e);
        }
    }

    /**
     * Waits until frames can go both ways.
     *
     * @return the peer's log
     * @throws NdException DEVICE_REMOVED; CONNECTION_ABORTED; IO_TIMEOUT
     */
    public Image awaitConnected() {
        ExclusivePublication ours = publication();
        wait.until("the peer had joined a log", () -> ours.isConnected() && ours.availableWindow() > 0 ? ours : null);
        Subscription theirs = added(subscription);
        return wait.until("it had handed over the peer's log", () -> theirs.imageBySessionId(peerSessionId));
    }

    /**
     * Returns our log.
     *
     * @return there after {@link #awaitAdded}
     */
    public ExclusivePublication publication() {
        return added(publication);
    }

    /**
     * Returns the link's counters.
     *
     * @return there after {@link #awaitAdded}
     */
    public CounterSet counters() {
        return counters.set();
    }

    private static <T> T added(@Nullable T resource) {
        if (resource == null) {
            throw new IllegalStateException("awaitAdded comes first");
        }
        return resource;
    }

    /** Ends a wait that goes on. From any thread. */
    public void cancel() {
        wait.cancel();
    }

    /** Gives the logs back; they stay mapped for a while. On a worker, when no other thread touches them any more. */
    public void close() {
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
            counters.close();
            session.hurry();
        } catch (AeronException e) {
            // The client has ended meanwhile, and its logs with it.
            assert e != null;
        }
    }
}
