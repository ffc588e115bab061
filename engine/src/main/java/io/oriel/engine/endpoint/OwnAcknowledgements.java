// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.transport.Link;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one end of a link acknowledges: of the frames it has executed those before the first that failed and whose Failure
 * is not in the log yet. By the domain's owner.
 */
final class OwnAcknowledgements {
    private static final VarHandle PUBLISHED;

    static {
        try {
            PUBLISHED = MethodHandles.lookup().findVarHandle(OwnAcknowledgements.class, "published", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Link link;
    private final CounterSet counters;
    private final Attention attention;
    private final DroppedFrames dropped = new DroppedFrames();
    private long limit = Long.MAX_VALUE;
    private long failures;
    private long published;

    OwnAcknowledgements(Link link, Attention attention) {
        this.link = link;
        this.attention = attention;
        counters = link.counters();
    }

    /** Returns up to where may be acknowledged of what was executed. */
    long of(long executed) {
        return Math.min(executed, limit);
    }

    /** Holds back the acknowledgement of a frame that failed, until its Failure is sent. */
    void hold(long sequence) {
        limit = Math.min(limit, sequence - 1);
    }

    /** A Failure is going to be committed: what it alone held back may be acknowledged. */
    void failureSent() {
        failures++;
        counters.increment(LinkCounter.FAILURES_SENT);
        limit = Math.min(attention.acknowledgeLimit(), dropped.acknowledgeLimit());
    }

    /** Nobody took a frame of a request. */
    void dropped(long sequence, long word) {
        dropped.addForNobody(sequence, word);
        hold(sequence);
    }

    /** A frame of a request came for a closed endpoint. */
    void refused(long sequence, long peerWord) {
        dropped.addForClosed(sequence, peerWord);
        hold(sequence);
    }

    /** Tells whether the peer has still to be told of such a frame. */
    boolean hasDropped() {
        return !dropped.isEmpty();
    }

    /** Tells the peer of such frames, as far as there is room. */
    void tellDropped(LinkEnd through) {
        dropped.tell(through);
    }

    /** Publishes the word; false if the peer can see it already. */
    boolean publish(long executed) {
        long word = AcknowledgementWord.of(of(executed), failures);
        if (word == published) {
            return false;
        }
        PUBLISHED.setRelease(this, word); // Pairs with #last.
        link.publishAcknowledgement(word);
        return true;
    }

    /** Returns up to where was acknowledged by the word. From any thread. */
    long last() {
        return AcknowledgementWord.sequence((long) PUBLISHED.getAcquire(this)); // Pairs with #publish.
    }
}
