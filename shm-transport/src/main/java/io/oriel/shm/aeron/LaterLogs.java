// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.SystemFailure;
import io.oriel.shm.driver.DriverSession;
import io.oriel.shm.driver.PeerDriver;
import io.oriel.shm.meeting.LinkOffer;
import io.oriel.shm.meeting.LinkReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The logs that a link goes on in when the first ones have come to their last position, and those that it has left. On workers,
 * which wait; one may close the link meanwhile.
 */
public final class LaterLogs {
    private final DriverSession session;
    private final PeerDriver peer;
    private final @Nullable FarPeer far;
    private final LogChannels channels;

    // Guarded by this.
    private final List<OwnLog> logs = new ArrayList<>();
    private final List<PeersLog> peers = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();
    private final List<DriverWait> waits = new ArrayList<>();
    private int unreturned; // beside the one with which the link began, or the one in its place
    private int ownNumber = FarPeer.first();
    private int peersNumber = ownNumber;
    private boolean isClosed;

    LaterLogs(DriverSession session, LinkStreams.Readers readers, LogChannels channels) {
        this.session = session;
        peer = readers.driver();
        far = readers.far();
        this.channels = channels;
    }

    /**
     * Makes a log that nobody has joined yet.
     *
     * @param sessionId  of the log, random
     * @param deadlineNs until when
     * @return the log, to be given back by the caller, or with the link
     * @throws NdException if the driver does not make it, or the link has ended
     */
    public OwnLog add(int sessionId, long deadlineNs) {
        DriverWait wait = begin(deadlineNs);
        session.takeLog();
        long id = Aeron.NULL_VALUE;
        try {
            id = session.aeron().asyncAddExclusivePublication(channels.own(sessionId), LinkStreams.STREAM_ID);
            long asked = id;
            ExclusivePublication log =
                    wait.until("it had made another log", () -> session.aeron().getExclusivePublication(asked));
            return far == null ? keep(OwnLog.joined(log)) : keepShown(log, far, wait);
        } catch (RuntimeException e) {
            takeBack(id, e);
            throw unmade(e);
        } catch (Error e) {
            takeBack(id, e);
            throw e;
        } finally {
            end(wait);
        }
    }

    private OwnLog keepShown(ExclusivePublication log, FarPeer to, DriverWait wait) {
        Image image = awaitImage(log.sessionId(), wait);
        try {
            return keep(OwnLog.shown(log, new FarReader(image, FarPeer.next(ownNumber), to.words()::read), session));
        } catch (RuntimeException | Error e) {
            leave(image.subscription());
            throw e;
        }
    }

    private synchronized OwnLog replace(OwnLog log, OwnLog limited) {
        requireOpen();
        logs.set(logs.indexOf(log), limited);
        return limited;
    }

    /** What has a name is kept, or loses it. */
    private synchronized OwnLog keep(OwnLog log) {
        try {
            requireOpen();
            logs.add(log);
        } catch (RuntimeException | Error e) {
            log.hide(session);
            throw e;
        }
        unreturned++;
        ownNumber = FarPeer.next(ownNumber);
        return log;
    }

    private void takeBack(long id, Throwable cause) {
        try {
            if (id != Aeron.NULL_VALUE && !session.isDead()) {
                session.aeron().asyncRemovePublication(id);
            }
        } catch (AeronException e) {
            cause.addSuppressed(e);
        }
        session.giveBackLog(LinkOffer.NO_CLIENT);
    }

    /**
     * Waits until a log can be written, when the peer has said that it has joined.
     *
     * @param log        that was added
     * @param deadlineNs until when
     * @return the log as it can be written
     * @throws NdException if it cannot in time, or the link has ended
     */
    public OwnLog awaitJoined(OwnLog log, long deadlineNs) {
        DriverWait wait = begin(deadlineNs);
        ExclusivePublication written = log.publication();
        try {
            OwnLog joined = wait.until(
                    "the peer had joined another log",
                    () -> written.isConnected() && written.availableWindow() > 0 ? log : null);
            return replace(joined, joined.limited(session));
        } catch (AeronException e) {
            throw unmade(e);
        } finally {
            end(wait);
        }
    }

    /**
     * Joins the peer's next log, or maps it.
     *
     * @param next       the log
     * @param deadlineNs until when
     * @return the log, to be left by the caller, or with the link
     * @throws NdException if it cannot be joined, or the link has ended
     * @throws IOException if it cannot be mapped
     */
    public PeersLog join(LinkReader.NextLog next, long deadlineNs) throws IOException {
        return far != null
                ? keep(new PeersLog(null, far.open(next.log(), FarPeer.next(peersNumber))))
                : join(next.sessionId(), deadlineNs);
    }

    private synchronized PeersLog keep(PeersLog log) {
        if (isClosed) {
            log.unmap();
        }
        requireOpen();
        peers.add(log);
        peersNumber = FarPeer.next(peersNumber);
        return log;
    }

    private PeersLog join(int sessionId, long deadlineNs) {
        DriverWait wait = begin(deadlineNs);
        try {
            return PeersLog.joined(awaitImage(sessionId, wait));
        } catch (AeronException e) {
            throw unmade(e);
        } finally {
            end(wait);
        }
    }

    private Image awaitImage(int sessionId, DriverWait wait) {
        long id = peer.aeron().asyncAddSubscription(channels.image(sessionId), LinkStreams.STREAM_ID);
        try {
            Subscription subscription =
                    wait.until("it had shown another log", () -> peer.aeron().getSubscription(id));
            Image image = wait.until("it had handed over another log", () -> subscription.imageBySessionId(sessionId));
            keep(subscription);
            return image;
        } catch (RuntimeException | Error e) {
            removeSubscription(id, e);
            throw e;
        }
    }

    /** One that stayed would be a reader that never reads, for which the log's writer waits. */
    private void removeSubscription(long id, Throwable cause) {
        try {
            if (!session.isDead() || !peer.isShared()) {
                peer.aeron().asyncRemoveSubscription(id);
            }
        } catch (AeronException e) {
            cause.addSuppressed(e);
        }
    }

    private synchronized void keep(Subscription subscription) {
        requireOpen();
        subscriptions.add(subscription);
    }

    /**
     * Gives back a log of which the peer has read all.
     *
     * @param log of this side
     */
    public void giveBack(OwnLog log) {
        log.hide(session);
        if (forget(log) && !session.isDead()) {
            closeQuietly(() -> log.close(session));
            session.giveBackLog(LinkOffer.NO_CLIENT);
        }
    }

    private synchronized boolean forget(OwnLog log) {
        if (isClosed) {
            return false;
        }
        logs.remove(log);
        if (log.reader() != null) {
            subscriptions.remove(log.reader().subscription());
        }
        unreturned--;
        return true;
    }

    /**
     * Leaves a log of the peer's of which all was read.
     *
     * @param log of the peer
     */
    public void leave(PeersLog log) {
        Image joined = log.image();
        if (joined != null) {
            leave(joined.subscription());
        }
        if (forget(log)) {
            log.unmap();
        }
    }

    private void leave(Subscription subscription) {
        if (forget(subscription)) {
            closeQuietly(subscription);
        }
    }

    private synchronized boolean forget(PeersLog log) {
        peers.remove(log);
        return !isClosed;
    }

    private synchronized boolean forget(Subscription subscription) {
        subscriptions.remove(subscription);
        return !isClosed && !session.isDead();
    }

    /** Ends waits, and gives back what there is; what was mapped, too, unless a thread may be in a call that touches it. */
    void close(boolean isTouched) {
        int count;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            waits.forEach(DriverWait::cancel);
            boolean isDead = session.isDead(); // then its client goes as a whole: a part would wait for it
            logs.forEach(log -> log.hide(session));
            if (!isDead) {
                logs.forEach(log -> closeQuietly(() -> log.close(session)));
            }
            if (!isTouched) {
                peers.forEach(PeersLog::unmap);
            }
            if (!isDead || !peer.isShared()) {
                subscriptions.forEach(LaterLogs::closeQuietly);
            }
            count = isDead ? 0 : unreturned;
        }
        for (int index = 0; index < count; index++) {
            session.giveBackLog(LinkOffer.NO_CLIENT);
        }
    }

    private static void closeQuietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            // The client has ended, and its logs with it.
        }
    }

    private synchronized DriverWait begin(long deadlineNs) {
        requireOpen();
        DriverWait wait = new DriverWait(
                session,
                () -> {
                    session.hurry();
                    peer.hurry();
                },
                deadlineNs);
        waits.add(wait);
        return wait;
    }

    private synchronized void end(DriverWait wait) {
        waits.remove(wait);
    }

    private void requireOpen() {
        if (isClosed) {
            throw new NdException(NdStatus.CONNECTION_ABORTED, "the link has ended");
        }
    }

    private static NdException unmade(RuntimeException cause) {
        return cause instanceof NdException known
                ? known
                : SystemFailure.exception("no further log can be made or joined", null, cause);
    }
}
