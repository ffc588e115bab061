// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

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
import io.oriel.engine.control.SystemFailure;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.udp.datagram.LinkOffer;
import io.oriel.udp.frame.FrameLayout;
import io.oriel.udp.frame.StreamMaker;
import io.oriel.udp.gate.LinkSeal;
import io.oriel.udp.seal.LinkKeys;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.agrona.concurrent.NanoClock;
import org.jspecify.annotations.Nullable;

/**
 * The two streams of a link, an exclusive publication to the peer and the image of the peer's, with the link's counters.
 * Made step by step by the domain's owner, which never waits.
 */
public final class LinkStreams {
    private static final long NONE = Aeron.NULL_VALUE;

    private final AdapterDriver driver;
    private final Ends ends;
    private final @Nullable LinkKeys keys;
    private final Handler handler;

    // Used by the domain's owner.
    private long subscriptionId = NONE;
    private long publicationId = NONE;
    private @Nullable Subscription subscription;
    private @Nullable ExclusivePublication publication;
    private @Nullable Image image;
    private @Nullable DriverCounters counters;
    private int mtuLength;
    private @Nullable LinkSeal seal;
    private boolean isAdmitted;
    private @Nullable NextStreams next;
    private boolean isSettled;
    private @Nullable RuntimeException earlierRefusal; // before this side's image was asked for

    /**
     * Who is at the ends of a link.
     *
     * @param adapterId     this side's
     * @param data          where this side takes frames
     * @param stream        this side's
     * @param peerAdapterId the peer's
     * @param peerData      where the peer takes frames
     * @param peerStream    the peer's
     * @param firstPosition of each stream of this side
     */
    public record Ends(
            long adapterId,
            InetSocketAddress data,
            LinkOffer.Stream stream,
            long peerAdapterId,
            InetSocketAddress peerData,
            LinkOffer.Stream peerStream,
            long firstPosition) {}

    /**
     * Plans streams.
     *
     * @param driver  of the adapter
     * @param ends    of the link
     * @param keys    of the link; null if it is not sealed
     * @param handler hears how they are made
     */
    public LinkStreams(AdapterDriver driver, Ends ends, @Nullable LinkKeys keys, Handler handler) {
        this.driver = driver;
        this.ends = ends;
        this.keys = keys;
        this.handler = handler;
    }

    /** Hears how the streams of a link are made. Called by the domain's owner. */
    public interface Handler {
        /** The peer's frames are awaited. */
        void onSubscribed();

        /** Frames can go both ways. */
        void onConnected();

        /**
         * The streams cannot be made.
         *
         * @param failure why
         */
        void onFailed(NdException failure);
    }

    /** Asks the driver for the peer's stream, which may come from now on. */
    public void subscribe() {
        attempt(() -> {
            seal = driver.gate().begin(keys, ends.peerData(), driver.clock());
            isAdmitted = driver.gate().admit(ends.peerData().getAddress(), ends.peerStream(), seal);
            if (!isAdmitted) {
                failForSession(ends.peerStream().sessionId());
                return;
            }
            String channel = DataSocket.channel(ends.data(), ends.peerStream().sessionId());
            earlierRefusal = driver.imageRefusal();
            subscriptionId = driver.aeron().asyncAddSubscription(channel, FrameLayout.STREAM_ID);
        });
    }

    /**
     * Asks the driver for this side's stream, because the peer awaits it.
     *
     * @param length bytes of the longest datagram
     */
    public void publish(int length) {
        mtuLength = length;
        attempt(() -> {
            String channel = publicationChannel(ends.stream());
            if (channel == null) {
                failForSession(ends.stream().sessionId());
                return;
            }
            publicationId = driver.aeron().asyncAddExclusivePublication(channel, FrameLayout.STREAM_ID);
            String label = "adapter %016x with %016x at %s"
                    .formatted(ends.adapterId(), ends.peerAdapterId(), DataSocket.text(ends.peerData()));
            long[] ids = {ends.adapterId(), ends.peerAdapterId()};
            counters = DriverCounters.add(driver, LinkCounter.values(), label, ids);
        });
    }

    /** Returns what seals the streams; null if nothing does. */
    @Nullable
    LinkSeal seal() {
        return seal;
    }

    private void failForSession(int sessionId) {
        fail(new NdException(
                NdStatus.CONNECTION_ABORTED, "the stream's session " + sessionId + " is that of another link"));
    }

    /** Names one of this side's streams, which may leave from now on; null if another link has its session. */
    @Nullable
    String publicationChannel(LinkOffer.Stream stream) {
        if (!driver.gate().release(stream.sessionId(), seal)) {
            return null;
        }
        InetSocketAddress from = new InetSocketAddress(ends.data().getAddress(), 0);
        return new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .endpoint(DataSocket.text(ends.peerData()))
                .networkInterface(DataSocket.text(from))
                .sessionId(stream.sessionId())
                .initialPosition(ends.firstPosition(), stream.initialTermId(), stream.termLength())
                .mtu(mtuLength)
                .build();
    }

    /**
     * Does what can be done now.
     *
     * @return whether a step was taken
     */
    public boolean progress() {
        if (isSettled) {
            return false;
        }
        boolean[] progressed = new boolean[1];
        attempt(() -> progressed[0] = takeSteps());
        return progressed[0];
    }

    /**
     * Tells whether what is in the peer's stream has passed a gate.
     *
     * @return false if the driver is not the adapter's own
     */
    public boolean isGuarded() {
        return driver.isGuarded();
    }

    /**
     * Returns the clock of whoever turns the driver.
     *
     * @return costs next to nothing; it goes on when the driver is turned
     */
    public NanoClock clock() {
        return driver.clock();
    }

    /** Tells whether nothing is left to be waited for. */
    public boolean isSettled() {
        return isSettled;
    }

    /** Tells whether the driver is to answer. */
    public boolean awaitsDriver() {
        boolean forSubscription = subscriptionId != NONE && subscription == null;
        boolean forPublication = publicationId != NONE && publication == null;
        return !isSettled && (forSubscription || forPublication);
    }

    private boolean takeSteps() {
        boolean stepped = false;
        if (subscriptionId != NONE && subscription == null) {
            subscription = driver.aeron().getSubscription(subscriptionId);
            if (subscription != null) {
                handler.onSubscribed();
                stepped = true;
            }
        }
        if (publicationId != NONE && publication == null) {
            publication = driver.aeron().getExclusivePublication(publicationId);
            stepped |= publication != null;
        }
        Subscription theirs = subscription;
        ExclusivePublication ours = publication;
        DriverCounters shown = counters;
        if (theirs == null || ours == null || shown == null || !shown.areAdded()) {
            return stepped;
        }
        image = theirs.imageBySessionId(ends.peerStream().sessionId());
        RuntimeException refusal = driver.imageRefusal();
        if (image == null && refusal != null && refusal != earlierRefusal) {
            fail(unmade("the log of the peer's stream, or of another link's", refusal));
            return true;
        }
        if (image != null && ours.availableWindow() > 0) {
            isSettled = true;
            next = new NextStreams(this, driver, ends, ours, theirs);
            handler.onConnected();
            return true;
        }
        return stepped;
    }

    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (RegistrationException e) {
            NdException ports = driver.portRefusal(String.valueOf(e.getMessage()));
            fail(ports == null ? unmade("a stream", e) : ports);
        } catch (AeronException e) {
            fail(new NdException(NdStatus.DEVICE_REMOVED, "the media driver takes no commands: " + e.getMessage(), e));
        }
    }

    private NdException unmade(String what, RuntimeException cause) {
        Path files = driver.aeron().context().aeronDirectory().toPath();
        return SystemFailure.exception("the media driver cannot make " + what, files, cause);
    }

    private void fail(NdException failure) {
        isSettled = true;
        handler.onFailed(failure);
    }

    /**
     * Returns this side's stream.
     *
     * @return there once connected
     */
    public ExclusivePublication publication() {
        return made(publication);
    }

    /**
     * Returns how long datagrams of this side's are.
     *
     * @return bytes at most; known once connected
     */
    public int mtuLength() {
        return mtuLength;
    }

    /**
     * Returns the peer's stream.
     *
     * @return there once connected
     */
    public Image image() {
        return made(image);
    }

    /**
     * Returns what makes further streams when these have come to their last position.
     *
     * @return there once connected; from then on the streams are its own
     */
    public StreamMaker maker() {
        return made(next);
    }

    /**
     * Returns the link's counters.
     *
     * @return there once connected
     */
    public CounterSet counters() {
        return made(counters).set();
    }

    private static <T> T made(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("the streams are not connected");
        }
        return part;
    }

    /**
     * Gives the streams back; their logs stay mapped for a while.
     *
     * @param isPeerGone true if what is still on the way has no receiver
     */
    public void close(boolean isPeerGone) {
        isSettled = true;
        if (isAdmitted && next == null) {
            driver.gate().dismiss(ends.peerStream().sessionId());
        }
        isAdmitted = false;
        driver.gate().end(seal, driver.clock());
        seal = null;
        if (keys != null) {
            keys.eraseStreams();
        }
        try {
            if (next != null) {
                next.close(isPeerGone);
            } else {
                closeUnmade();
            }
            if (counters != null) {
                counters.close();
            }
        } catch (AeronException e) {
            // the client has ended, and its streams with it
        }
    }

    private void closeUnmade() {
        Aeron aeron = driver.aeron();
        if (publication != null) {
            publication.revokeOnClose();
            publication.close();
        } else if (publicationId != NONE) {
            aeron.asyncRemovePublication(publicationId);
        }
        if (subscription != null) {
            subscription.close();
        } else if (subscriptionId != NONE) {
            aeron.asyncRemoveSubscription(subscriptionId);
        }
    }
}
