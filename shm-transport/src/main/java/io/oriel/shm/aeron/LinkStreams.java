// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.aeron.Aeron;
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
import io.oriel.shm.driver.PeerDriver;
import io.oriel.shm.meeting.LinkOffer;
import io.oriel.shm.meeting.LogPlace;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The two logs of a link, with the link's counters: an exclusive publication to the peer, which this process' driver carries,
 * and the image of the peer's, which the peer's driver carries. Of a peer of another user the log is mapped, and the image is
 * of the own one ({@link FarReader}). Made on a worker, which waits; nothing here waits for a driver that has ended, or longer than
 * it may.
 */
public final class LinkStreams {
    /** Of all logs: sessions tell them apart. */
    static final int STREAM_ID = 1;

    private final DriverSession session;
    private final PeerDriver peer;
    private final @Nullable FarPeer far;
    private final int imageSessionId;
    private final DriverWait wait;
    private final long publicationId;
    private final long subscriptionId;
    private final DriverCounters counters;
    private final LaterLogs later;

    // Used by one worker at a time.
    private @Nullable ExclusivePublication publication;
    private @Nullable Subscription subscription;
    private @Nullable OwnLog own;
    private @Nullable PeersLog peers;
    private boolean isClosed;

    // Written by the agent when the peer has told it, before a worker closes.
    private volatile long peersClient = LinkOffer.NO_CLIENT;

    private LinkStreams(
            DriverSession session,
            Readers readers,
            Asked asked,
            DriverWait wait,
            DriverCounters counters,
            LogChannels channels) {
        this.session = session;
        peer = readers.driver();
        far = readers.far();
        this.wait = wait;
        this.counters = counters;
        imageSessionId = asked.imageSessionId();
        publicationId = asked.publicationId();
        subscriptionId = asked.subscriptionId();
        later = new LaterLogs(session, readers, channels);
    }

    /** What the drivers were asked for. */
    private record Asked(long publicationId, long subscriptionId, int imageSessionId) {}

    /**
     * How each end reads the other's log.
     *
     * @param driver the peer's, which this side joins; of a peer of another user this process' own
     * @param far    a peer of another user; null if it is of the same
     */
    public record Readers(PeerDriver driver, @Nullable FarPeer far) {}

    /**
     * Who is at the ends of a link.
     *
     * @param adapterId     this side's
     * @param sessionId     of its publication, random
     * @param peerAdapterId the peer's
     * @param peerSessionId of its publication
     * @param peerProcess   the peer's, in words
     */
    public record Ends(long adapterId, int sessionId, long peerAdapterId, int peerSessionId, String peerProcess) {
        private String label() {
            return "adapter %016x with %016x of %s".formatted(adapterId, peerAdapterId, peerProcess);
        }

        private long[] ids() {
            return new long[] {adapterId, peerAdapterId};
        }
    }

    /**
     * Asks the drivers for logs and counters.
     *
     * @param session    with this process' driver
     * @param readers    of the logs; their driver is closed with the streams, or if this throws
     * @param config     lengths of our log
     * @param ends       of the link
     * @param deadlineNs until when the link must be made
     * @return what the drivers are still making
     * @throws NdException DEVICE_REMOVED if one of the drivers has ended
     */
    public static LinkStreams add(
            DriverSession session, Readers readers, DriverConfig config, Ends ends, long deadlineNs) {
        PeerDriver peer = readers.driver();
        int imageSessionId = readers.far() == null ? ends.peerSessionId() : ends.sessionId();
        LogChannels channels = new LogChannels(config, session.firstPosition(config.termLength()));
        String channel = channels.own(ends.sessionId());
        long publicationId = Aeron.NULL_VALUE;
        long subscriptionId = Aeron.NULL_VALUE;
        DriverCounters counters = null;
        session.takeLog();
        try {
            // The publication first: if the second command finds no room, the log goes with the client, at the latest.
            publicationId = session.aeron().asyncAddExclusivePublication(channel, STREAM_ID);
            subscriptionId = peer.aeron().asyncAddSubscription(channels.image(imageSessionId), STREAM_ID);
            DriverWait wait = new DriverWait(session, () -> hurry(session, peer), deadlineNs);
            counters = DriverCounters.add(session, LinkCounter.values(), ends.label(), ends.ids(), wait);
            Asked asked = new Asked(publicationId, subscriptionId, imageSessionId);
            return new LinkStreams(session, readers, asked, wait, counters, channels);
        } catch (Throwable e) {
            takeBack(session, peer, publicationId, subscriptionId, counters, e);
            if (e instanceof AeronException) {
                throw new NdException(
                        NdStatus.DEVICE_REMOVED, "the media driver takes no commands: " + e.getMessage(), e);
            }
            throw e;
        }
    }

    private static void hurry(DriverSession session, PeerDriver peer) {
        session.hurry();
        peer.hurry();
    }

    /** Nobody will know of what was asked for, and the client lives on. */
    private static void takeBack(
            DriverSession session,
            PeerDriver peer,
            long publicationId,
            long subscriptionId,
            @Nullable DriverCounters counters,
            Throwable cause) {
        try {
            if (publicationId != Aeron.NULL_VALUE) {
                session.aeron().asyncRemovePublication(publicationId);
            }
            if (subscriptionId != Aeron.NULL_VALUE && peer.isShared()) {
                peer.aeron().asyncRemoveSubscription(subscriptionId);
            }
            if (counters != null) {
                counters.close();
            }
            peer.close();
            session.giveBackLog(LinkOffer.NO_CLIENT);
        } catch (Throwable e) {
            cause.addSuppressed(e);
        }
    }

    /**
     * Waits until the driver has made our log and the counters, and the log has a name if the peer is another user's.
     *
     * @throws NdException INSUFFICIENT_RESOURCES if it has no room; DEVICE_REMOVED; CONNECTION_ABORTED; IO_TIMEOUT
     */
    public void awaitAdded() {
        Aeron aeron = session.aeron();
        try {
            ExclusivePublication made =
                    wait.until("it had made a log", () -> aeron.getExclusivePublication(publicationId));
            publication = made;
            counters.awaitAdded();
            own = far == null ? OwnLog.joined(made) : shown(made, far);
        } catch (RegistrationException e) {
            throw DriverCounters.refusal("a log", session, e);
        } catch (AeronException e) {
            throw new NdException(NdStatus.DEVICE_REMOVED, "the media driver's client has ended", e);
        }
    }

    private OwnLog shown(ExclusivePublication made, FarPeer to) {
        FarReader reader =
                new FarReader(awaitImage("it had handed over a log of its own"), FarPeer.first(), to.words()::read);
        wait.until("a log could be written", () -> made.availableWindow() > 0 ? made : null);
        return OwnLog.shown(made, reader, session);
    }

    private Image awaitImage(String what) {
        Subscription found = wait.until("it had shown a log", () -> peer.aeron().getSubscription(subscriptionId));
        subscription = found;
        return wait.until(what, () -> found.imageBySessionId(imageSessionId));
    }

    /** Tells whether the peer is another user's, and says itself where its log is. */
    public boolean isFar() {
        return far != null;
    }

    /**
     * Waits until frames can go both ways.
     *
     * @param place of the peer's log, if it is another user's
     * @throws NdException DEVICE_REMOVED; CONNECTION_ABORTED; IO_TIMEOUT
     * @throws IOException if the peer's log is not what it must be
     */
    public void awaitConnected(LogPlace place) throws IOException {
        peers = far != null
                ? new PeersLog(null, far.open(place, FarPeer.first()))
                : PeersLog.joined(awaitJoined(own().publication()));
        own = own().limited(session);
    }

    private Image awaitJoined(ExclusivePublication ours) {
        try {
            wait.until(
                    "the peer had joined a log", () -> ours.isConnected() && ours.availableWindow() > 0 ? ours : null);
            return awaitImage("it had handed over the peer's log");
        } catch (RegistrationException e) {
            throw DriverCounters.refusal("a way to the peer's log", session, e);
        } catch (AeronException e) {
            throw new NdException(NdStatus.DEVICE_REMOVED, "a media driver's client has ended", e);
        }
    }

    /**
     * Returns by what the peer's driver knows this end of the link.
     *
     * @return a client's id, or {@link LinkOffer#NO_CLIENT}
     */
    public long clientId() {
        return peer.clientId();
    }

    /**
     * Notes by what our driver knows the peer's end of the link. On the agent.
     *
     * @param id a client's, or {@link LinkOffer#NO_CLIENT}
     */
    public void peersClient(long id) {
        if (far == null) { // another user's knows of none of our driver's clients
            peersClient = id;
        }
    }

    /**
     * Returns our log.
     *
     * @return there after {@link #awaitAdded}
     */
    public OwnLog own() {
        return added(own);
    }

    /**
     * Returns the peer's log.
     *
     * @return there after {@link #awaitConnected}
     */
    public PeersLog peers() {
        return added(peers);
    }

    /**
     * Returns the logs that the link goes on in.
     *
     * @return the same for the life of the link
     */
    public LaterLogs later() {
        return later;
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
            throw new IllegalStateException("what makes it comes first");
        }
        return resource;
    }

    /** Ends a wait that goes on. From any thread. */
    public void cancel() {
        wait.cancel();
    }

    /**
     * Gives the logs back. On a worker.
     *
     * @param isTouched true if a thread may be in a call that touches them: then they stay mapped for a while
     */
    public void close(boolean isTouched) {
        if (isClosed) {
            return;
        }
        isClosed = true;
        later.close(isTouched);
        if (own != null) {
            own.hide(session);
        }
        if (peers != null && !isTouched) { // else the collector unmaps it
            peers.unmap();
        }
        leavePeer(isTouched);
        if (session.isDead()) {
            // The client goes as a whole, when the last port has gone: it would wait for the driver.
            return;
        }
        try {
            closeOwn();
        } catch (AeronException e) {
            // The client has ended meanwhile, and its logs with it.
        }
        session.giveBackLog(peersClient);
    }

    private void closeOwn() {
        ExclusivePublication ours = publication;
        if (ours != null) {
            session.hurry(); // the driver repairs a closed log from where it has seen the reader last
            if (peersClient == LinkOffer.NO_CLIENT && !peer.isShared()) {
                ours.revokeOnClose(); // the link was not made: nobody tells when its unknown reader has gone
            }
            ours.close();
        } else {
            session.aeron().asyncRemovePublication(publicationId);
        }
        counters.close();
    }

    private void leavePeer(boolean isTouched) {
        try {
            if (peer.isShared()) {
                removeSubscription();
            } else if (isTouched) {
                closeSubscription();
                session.leaveLater(peer);
            } else {
                peer.close();
            }
        } catch (AeronException e) {
            // The client has ended meanwhile, and its logs with it.
        }
    }

    private void removeSubscription() {
        if (session.isDead()) {
            return;
        }
        if (subscription == null) {
            peer.aeron().asyncRemoveSubscription(subscriptionId);
        } else {
            closeSubscription();
        }
    }

    private void closeSubscription() {
        if (subscription != null) {
            subscription.close();
        }
    }
}
