// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.benchmarks.message;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Messages for which one can wait asleep. */
public interface SleepingMessages extends Messages {
    /**
     * Sleeps until something can be polled.
     *
     * @param limitNs how long at most
     */
    void sleep(long limitNs);

    /**
     * Returns the memory of the message that is sent next, of which {@link #send} writes the last eight bytes.
     *
     * @return where the message stands
     */
    MutableDirectBuffer outgoing();

    /**
     * Returns where the message that is sent next begins.
     *
     * @return offset in {@link #outgoing}
     */
    int outgoingOffset();

    /**
     * Returns the memory of the message that came last.
     *
     * @return where the message stands
     */
    DirectBuffer incoming();

    /**
     * Returns where the message that came last begins.
     *
     * @return offset in {@link #incoming}
     */
    int incomingOffset();
}
