// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.run;

/**
 * Something that is to be polled again and again: a client, a server.
 *
 * <p><b>Threading:</b> the domain of its adapter.
 */
@FunctionalInterface
public interface Duty {
    /**
     * Does everything that is due, without waiting. Clocks and connections are looked at with the first poll that finds nothing else, and
     * with some of those behind: {@link #untilDueNs} is 0 until all was looked at.
     *
     * @return how much was done; 0 if there was nothing to do
     */
    int poll();

    /**
     * Tells how long its owner may sleep, if nothing comes that wakes the adapter; as long as it likes, unless an implementation says
     * otherwise.
     *
     * @param nowNs of the clock {@link System#nanoTime}
     * @return nanoseconds until something is due, at least 0; {@link Long#MAX_VALUE} if nothing is
     */
    default long untilDueNs(long nowNs) {
        return Long.MAX_VALUE;
    }
}
