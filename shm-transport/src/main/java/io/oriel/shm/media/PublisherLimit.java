// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The limit up to which a log may be written, moved by the writer itself.
 *
 * <p>Aeron's conductor moves the limits of all logs in its duty cycle, between the commands of its clients, which map files. A
 * writer without room can neither wait for that nor do it. So the limit of a log is taken from the conductor of this process'
 * own media driver once the log has its reader ({@link TurnedDriver#takeLimit}): from then on only the writer cleans the log
 * and moves its limit, and no lock is needed. What both touch:
 *
 * <table>
 * <caption>Memory of the log that the conductor and the writer share</caption>
 * <tr><td>terms, clean position</td><td>only the writer, since the limit was taken under the driver's lock</td></tr>
 * <tr><td>limit counter</td><td>the writer, by compare-and-set; the conductor lowers it when the reader has left, or the log is
 * closed, and then the writer moves it no more</td></tr>
 * <tr><td>reader's position</td><td>the reader; conductor and writer only read it</td></tr>
 * </table>
 *
 * <p>Threading: domain owner.
 */
public final class PublisherLimit {
    /** In one call, so that its time is bounded. */
    static final int MAX_CLEANED = 1 << 18;

    /** As in Aeron, a limit moves by no less than this part of the window. */
    private static final int GAIN_SHIFT = 3;

    private static final UnsafeBuffer ZEROS = new UnsafeBuffer(new byte[4096]);

    private final UnsafeBuffer[] terms;
    private final int termLength;
    private final int window;
    private final int gain;
    private final AtomicBuffer counters;
    private final int readerOffset;
    private final int limitOffset;
    private long cleaned;
    private long limit;

    /**
     * Takes over a limit.
     *
     * @param terms        of the log
     * @param counters     of its driver
     * @param readerOffset of the reader's position among them
     * @param limitOffset  of the limit
     * @param cleaned      position up to which the log is clean for another round of its terms
     */
    PublisherLimit(UnsafeBuffer[] terms, AtomicBuffer counters, int readerOffset, int limitOffset, long cleaned) {
        this.terms = terms;
        termLength = terms[0].capacity();
        window = termLength / 2;
        gain = Math.min(window >> GAIN_SHIFT, MAX_CLEANED);
        this.counters = counters;
        this.readerOffset = readerOffset;
        this.limitOffset = limitOffset;
        this.cleaned = cleaned;
        limit = counters.getLongVolatile(limitOffset);
    }

    /**
     * Moves the limit as far as the reader allows. Neither blocks nor allocates; makes no system call.
     *
     * @param written position up to which the log was written; negative if it was closed
     * @return true if there is more room now
     */
    public boolean advance(long written) {
        long read = counters.getLongVolatile(readerOffset); // Pairs with LogReader#tell: it has left what is before.
        long upTo = Math.min(Math.min(read, written), cleaned + MAX_CLEANED);
        if (upTo - cleaned < gain) {
            return false;
        }
        clean(upTo);
        long next = upTo + window;
        if (next <= limit || !counters.compareAndSetLong(limitOffset, limit, next)) {
            return false;
        }
        limit = next;
        return true;
    }

    /** Clears what was read: in the next round of the terms it must hold no frame until one is committed. */
    private void clean(long upTo) {
        while (cleaned < upTo) {
            UnsafeBuffer term = terms[(int) (cleaned / termLength % terms.length)];
            int offset = (int) (cleaned & (termLength - 1));
            int length = (int) Math.min(upTo - cleaned, Math.min(termLength - offset, ZEROS.capacity()));
            term.putBytes(offset, ZEROS, 0, length);
            cleaned += length;
        }
    }
}
