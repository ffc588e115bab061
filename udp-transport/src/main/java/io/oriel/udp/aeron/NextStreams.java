// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.RegistrationException;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.directory.RandomNumbers;
import io.oriel.udp.frame.FrameLayout;
import io.oriel.udp.frame.StreamMaker;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The streams of a link that has been made, and those that it goes on in. Each has a session of its own, so that both can be there
 * while the link changes. By the domain's owner.
 */
final class NextStreams implements StreamMaker {
    private static final long NONE = Aeron.NULL_VALUE;
    private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LinkStreams streams;
    private final AdapterDriver driver;
    private final LinkStreams.Ends ends;

    private ExclusivePublication publication;
    private @Nullable ExclusivePublication former;
    private @Nullable ExclusivePublication connecting;
    private long publicationId = NONE;
    private LinkOffer.Stream ownNext;

    private Subscription subscription;
    private @Nullable Subscription awaited;
    private long subscriptionId = NONE;
    private LinkOffer.Stream peersCurrent;
    private LinkOffer.@Nullable Stream peersNext;

    private @Nullable RuntimeException earlierRefusal; // before the awaited image was asked for
    private long retryNs;

    /**
     * Takes over the streams with which a link begins.
     *
     * @param streams      of the link
     * @param driver       of the adapter
     * @param ends         of the link
     * @param publication  this side's first stream
     * @param subscription to the peer's
     */
    NextStreams(
            LinkStreams streams,
            AdapterDriver driver,
            LinkStreams.Ends ends,
            ExclusivePublication publication,
            Subscription subscription) {
        this.streams = streams;
        this.driver = driver;
        this.ends = ends;
        this.publication = publication;
        this.subscription = subscription;
        ownNext = ends.stream();
        peersCurrent = ends.peerStream();
    }

    @Override
    public void awaitNext(int initialTermId) {
        LinkOffer.Stream next;
        do {
            next = ends.peerStream().withSession(RandomNumbers.nextInt()).withInitialTermId(initialTermId);
        } while (!driver.gate().admit(ends.peerData().getAddress(), next, streams.seal()));
        peersNext = next;
        subscribe(next);
    }

    private void subscribe(LinkOffer.Stream next) {
        String channel = DataSocket.channel(ends.data(), next.sessionId());
        earlierRefusal = driver.imageRefusal();
        subscriptionId = command(() -> driver.aeron().asyncAddSubscription(channel, FrameLayout.STREAM_ID));
    }

    @Override
    public boolean isNextAwaited() {
        LinkOffer.Stream next = peersNext;
        if (awaited != null || next == null) {
            return awaited != null;
        }
        if (subscriptionId == NONE) {
            if (isTimeToRetry()) {
                subscribe(next);
            }
            return false;
        }
        try {
            awaited = driver.aeron().getSubscription(subscriptionId);
        } catch (RegistrationException e) { // no room for it now
            subscriptionId = NONE;
            retryLater();
        }
        return awaited != null;
    }

    @Override
    public int nextSession() {
        LinkOffer.Stream next = peersNext;
        return next == null ? 0 : next.sessionId();
    }

    @Override
    public @Nullable Image takeNextImage() {
        if (!isNextAwaited()) {
            return null;
        }
        Subscription next = awaited;
        LinkOffer.Stream stream = peersNext;
        Image image = next == null ? null : next.imageBySessionId(nextSession());
        if (next != null && image == null && driver.imageRefusal() != earlierRefusal) {
            awaitAgain(next);
        }
        if (image == null || next == null || stream == null) {
            return null;
        }
        subscription.close();
        driver.gate().dismiss(peersCurrent.sessionId());
        subscription = next;
        peersCurrent = stream;
        awaited = null;
        peersNext = null;
        subscriptionId = NONE;
        return image;
    }

    /** There was no space for an image, perhaps for this one: the driver tries only once for each subscription. */
    private void awaitAgain(Subscription refused) {
        refused.close();
        awaited = null;
        subscriptionId = NONE;
        retryLater();
    }

    @Override
    public void publishNext(int sessionId, int initialTermId) {
        ownNext = ends.stream().withSession(sessionId).withInitialTermId(initialTermId);
        publish();
    }

    private void publish() {
        String channel = streams.publicationChannel(ownNext);
        if (channel == null) { // of another link, which may end
            retryLater();
            return;
        }
        publicationId = command(() -> driver.aeron().asyncAddExclusivePublication(channel, FrameLayout.STREAM_ID));
    }

    private long command(LongSupplier command) {
        try {
            return command.getAsLong();
        } catch (AeronException e) { // the driver takes none now
            retryLater();
            return NONE;
        }
    }

    @Override
    public boolean isNextConnected() {
        ExclusivePublication next = connecting;
        if (next != null) {
            return next.availableWindow() > 0;
        }
        if (publicationId == NONE) {
            if (isTimeToRetry()) {
                publish();
            }
            return false;
        }
        try {
            connecting = driver.aeron().getExclusivePublication(publicationId);
        } catch (RegistrationException e) { // no room for it now
            publicationId = NONE;
            retryLater();
        }
        return false;
    }

    @Override
    public ExclusivePublication takeNextPublication() {
        ExclusivePublication next = connecting;
        if (next == null) {
            throw new IllegalStateException("the next stream is not connected");
        }
        former = publication;
        publication = next;
        connecting = null;
        publicationId = NONE;
        return next;
    }

    @Override
    public void giveBackFormerPublication() {
        ExclusivePublication left = former;
        if (left != null) {
            former = null;
            left.close();
        }
    }

    private void retryLater() {
        retryNs = driver.clock().nanoTime() + RETRY_NS;
    }

    private boolean isTimeToRetry() {
        return driver.clock().nanoTime() - retryNs >= 0;
    }

    /**
     * Gives all of them back.
     *
     * @param isPeerGone true if what is still on the way has no receiver
     */
    void close(boolean isPeerGone) {
        driver.gate().dismiss(peersCurrent.sessionId());
        if (peersNext != null) {
            driver.gate().dismiss(nextSession());
        }
        close(publication, isPeerGone);
        giveBackFormerPublication();
        ExclusivePublication unused = connecting;
        if (unused != null) {
            close(unused, true);
        } else if (publicationId != NONE) {
            driver.aeron().asyncRemovePublication(publicationId);
        }
        subscription.close();
        if (awaited != null) {
            awaited.close();
        } else if (subscriptionId != NONE) {
            driver.aeron().asyncRemoveSubscription(subscriptionId);
        }
    }

    private static void close(ExclusivePublication stream, boolean isPeerGone) {
        if (isPeerGone) {
            stream.revokeOnClose();
        }
        stream.close();
    }
}
