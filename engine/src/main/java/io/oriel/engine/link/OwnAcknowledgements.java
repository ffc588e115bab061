// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.counter.CounterStart;
import io.oriel.engine.counter.LinkCounter;
import io.oriel.engine.protocol.AcknowledgementWord;
import io.oriel.engine.transport.Link;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;

/**
 * What one end of a link acknowledges: of the frames it has executed those before the first that failed and whose Failure
 * is not in the log yet. By the domain's owner.
 */
final class OwnAcknowledgements {
    private static final VarHandle LAST;

    static {
        try {
            LAST = MethodHandles.lookup().findVarHandle(OwnAcknowledgements.class, "last", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Link link;
    private final CounterSet counters;
    private final LongSupplier held;
    private long executed = CounterStart.value();
    private long limit = Long.MAX_VALUE;
    private long failures = executed;
    private long last = executed;
    private long lastFailures = failures;

    /** Begins with nothing executed; held tells up to where may be acknowledged for the failures that are still to be told. */
    OwnAcknowledgements(Link link, LongSupplier held) {
        this.link = link;
        this.held = held;
        counters = link.counters();
    }

    /** One more of the peer's frames was executed. */
    void countExecuted() {
        executed++;
    }

    /** Returns how many of the peer's frames were executed. */
    long executed() {
        return executed;
    }

    /** Returns up to where is acknowledged of what was executed. */
    long acknowledged() {
        return Math.min(executed, limit);
    }

    /** Returns up to where would be acknowledged if so many were executed. */
    long acknowledged(long ofExecuted) {
        return Math.min(ofExecuted, limit);
    }

    /** Holds back the acknowledgement of a frame that failed, until its Failure is sent. */
    void hold(long sequence) {
        limit = Math.min(limit, sequence - 1);
    }

    /** A Failure is going to be committed: what it alone held back may be acknowledged. */
    void failureSent() {
        failures++;
        counters.increment(LinkCounter.FAILURES_SENT);
        limit = held.getAsLong();
    }

    /** Publishes the word; false if the peer can see it already. */
    boolean publish() {
        long sequence = acknowledged();
        if (sequence == last && failures == lastFailures) {
            return false;
        }
        lastFailures = failures;
        LAST.setRelease(this, sequence); // Pairs with #last.
        link.publishAcknowledgement(AcknowledgementWord.of(sequence, failures));
        return true;
    }

    /** Returns up to where was acknowledged by the word. From any thread. */
    long last() {
        return (long) LAST.getAcquire(this); // Pairs with #publish.
    }
}
