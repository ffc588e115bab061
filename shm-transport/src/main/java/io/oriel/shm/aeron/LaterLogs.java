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
import io.oriel.shm.driver.DriverSession;
import io.oriel.shm.driver.PeerDriver;
import io.oriel.shm.meeting.LinkOffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The logs that a link goes on in when the first ones have come to their last position, and those that it has left. On workers,
 * which wait; one may close the link meanwhile.
 */
public final class LaterLogs {
    private final DriverSession session;
    private final PeerDriver peer;
    private final LogChannels channels;

    // Guarded by this.
    private final List<ExclusivePublication> logs = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();
    private final List<DriverWait> waits = new ArrayList<>();
    private int unreturned; // beside the one with which the link began, or the one in its place
    private boolean isClosed;

    LaterLogs(DriverSession session, PeerDriver peer, LogChannels channels) {
        this.session = session;
        this.peer = peer;
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
    public ExclusivePublication add(int sessionId, long deadlineNs) {
        DriverWait wait = begin(deadlineNs);
        session.takeLog();
        long id = Aeron.NULL_VALUE;
        try {
            id = session.aeron().asyncAddExclusivePublication(channels.own(sessionId), LinkStreams.STREAM_ID);
            long asked = id;
            ExclusivePublication log =
                    wait.until("it had made another log", () -> session.aeron().getExclusivePublication(asked));
            keep(log);
            return log;
        } catch (AeronException | NdException e) {
            takeBack(id, e);
            throw unmade(e);
        } finally {
            end(wait);
        }
    }

    private synchronized void keep(ExclusivePublication log) {
        requireOpen();
        logs.add(log);
        unreturned++;
    }

    private void takeBack(long id, RuntimeException cause) {
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
     * Waits until the peer can read a log.
     *
     * @param log        that was added
     * @param deadlineNs until when
     * @return the log
     * @throws NdException if it cannot in time, or the link has ended
     */
    public ExclusivePublication awaitJoined(ExclusivePublication log, long deadlineNs) {
        DriverWait wait = begin(deadlineNs);
        try {
            return wait.until(
                    "the peer had joined another log",
                    () -> log.isConnected() && log.availableWindow() > 0 ? log : null);
        } catch (AeronException e) {
            throw unmade(e);
        } finally {
            end(wait);
        }
    }

    /**
     * Joins the peer's next log.
     *
     * @param sessionId  of the log
     * @param deadlineNs until when
     * @return the log, to be left by the caller, or with the link
     * @throws NdException if it cannot be joined, or the link has ended
     */
    public Image join(int sessionId, long deadlineNs) {
        DriverWait wait = begin(deadlineNs);
        try {
            long id = peer.aeron().asyncAddSubscription(channels.peers(sessionId), LinkStreams.STREAM_ID);
            Subscription subscription = wait.until(
                    "it had shown the peer's next log", () -> peer.aeron().getSubscription(id));
            keep(subscription);
            return wait.until("it had handed over the peer's next log", () -> subscription.imageBySessionId(sessionId));
        } catch (AeronException e) {
            throw unmade(e);
        } finally {
            end(wait);
        }
    }

    private synchronized void keep(Subscription subscription) {
        if (isClosed) {
            subscription.close();
        }
        requireOpen();
        subscriptions.add(subscription);
    }

    /**
     * Gives back a log of which the peer has read all.
     *
     * @param log of this side
     */
    public void giveBack(ExclusivePublication log) {
        if (forget(log) && !session.isDead()) {
            closeQuietly(log);
            session.giveBackLog(LinkOffer.NO_CLIENT);
        }
    }

    private synchronized boolean forget(ExclusivePublication log) {
        if (isClosed) {
            return false;
        }
        logs.remove(log);
        unreturned--;
        return true;
    }

    /**
     * Leaves a log of the peer's of which all was read.
     *
     * @param log of the peer
     */
    public void leave(Image log) {
        if (forget(log.subscription())) {
            closeQuietly(log.subscription());
        }
    }

    private synchronized boolean forget(Subscription subscription) {
        subscriptions.remove(subscription);
        return !isClosed && !session.isDead();
    }

    /** Ends waits, and gives back what there is. */
    void close() {
        int count;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            waits.forEach(DriverWait::cancel);
            boolean isDead = session.isDead(); // then its client goes as a whole: a part would wait for it
            if (!isDead) {
                logs.forEach(LaterLogs::closeQuietly);
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
                : new NdException(NdStatus.INSUFFICIENT_RESOURCES, "no further log can be made or joined", cause);
    }
}
