// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.protocol;

/**
 * What a client has under way, by index: each index is a slot of memory and a place in the server's table.
 *
 * <p>A request whose time has passed keeps its index until its late answer comes, so that the server never has more than was agreed, and
 * nothing is written where a Send may still read. Each use of an index has a correlation id of its own: a late answer fits no other request.
 *
 * <p>Time-outs begin when {@link #date} is called next, so that committing reads no clock.
 *
 * <p><b>Threading:</b> the client's thread. <b>Memory:</b> allocates when it is made, and never afterwards.
 */
public final class Outstanding {
    // Bytes and not references: each store of a reference costs a barrier of the garbage collector.
    private static final byte FREE = 0;
    private static final byte CLAIMED = 1;
    private static final byte ACTIVE = 2;
    private static final byte EXPIRED = 3;
    private static final byte ONE_WAY = 4;

    private final byte[] states;
    private final long[] ids;
    private final long[] contexts;
    private final long[] timesNs; // a time-out while it is undated, then a deadline
    private final boolean[] dated;
    private final int[] undated;
    private final boolean[] listed;
    private final int[] free;
    private final int[] oneWays;
    private long sequence = CounterStart.value();
    private int limit;
    private int freeCount;
    private int activeCount;
    private int undatedCount;
    private int oneWayHead;
    private int oneWayCount;
    private long earliestNs;
    private boolean hasEarliest;

    /**
     * Makes room.
     *
     * @param capacity indexes, at least 1
     */
    public Outstanding(int capacity) {
        states = new byte[capacity];
        ids = new long[capacity];
        contexts = new long[capacity];
        timesNs = new long[capacity];
        dated = new boolean[capacity];
        undated = new int[capacity];
        listed = new boolean[capacity];
        free = new int[capacity];
        oneWays = new int[capacity];
    }

    /**
     * Begins with a new connection. Nothing is active.
     *
     * @param agreed how many indexes may be used
     */
    public void reset(int agreed) {
        limit = agreed;
        freeCount = 0;
        oneWayHead = 0;
        oneWayCount = 0;
        for (int index = states.length - 1; index >= 0; index--) {
            if (states[index] != CLAIMED) {
                free(index);
            }
        }
    }

    private void free(int index) {
        states[index] = FREE;
        if (index < limit) {
            free[freeCount++] = index;
        }
    }

    /**
     * Returns how many can be claimed.
     *
     * @return indexes that are free
     */
    public int freeCount() {
        return freeCount;
    }

    /**
     * Returns how many requests wait for an answer and have not expired.
     *
     * @return requests
     */
    public int activeCount() {
        return activeCount;
    }

    /**
     * Tells whether nothing is under way, neither requests nor messages that are not answered.
     *
     * @return true if nothing is
     */
    public boolean isEmpty() {
        return activeCount == 0 && oneWayCount == 0;
    }

    /**
     * Returns how many indexes there are.
     *
     * @return indexes, from 0
     */
    public int capacity() {
        return states.length;
    }

    /**
     * Takes a free index, of which there must be one, and gives it a new correlation id.
     *
     * @return the index
     */
    public int claim() {
        int index = free[--freeCount];
        states[index] = CLAIMED;
        ids[index] = ++sequence << HeaderLayout.INDEX_BITS | index;
        return index;
    }

    /**
     * Gives a claim up, of whichever connection it is.
     *
     * @param index that was claimed
     */
    public void abort(int index) {
        free(index);
    }

    /**
     * Returns the correlation id.
     *
     * @param index that was claimed
     * @return the id, with the index in its low bits
     */
    public long id(int index) {
        return ids[index];
    }

    /**
     * A claimed request was sent.
     *
     * @param index     that was claimed
     * @param context   to be kept
     * @param timeoutNs nanoseconds from the next {@link #date}
     */
    public void begin(int index, long context, long timeoutNs) {
        states[index] = ACTIVE;
        contexts[index] = context;
        timesNs[index] = timeoutNs;
        dated[index] = false;
        activeCount++;
        if (!listed[index]) {
            listed[index] = true;
            undated[undatedCount++] = index;
        }
    }

    /**
     * A claimed message was sent that is not answered.
     *
     * @param index that was claimed
     */
    public void tell(int index) {
        states[index] = ONE_WAY;
        int tail = oneWayHead + oneWayCount++;
        oneWays[tail < oneWays.length ? tail : tail - oneWays.length] = index;
    }

    /**
     * The server has handled messages that are not answered.
     *
     * @param count of them, as the server says
     * @return false if there are not as many
     */
    public boolean told(int count) {
        if (count > oneWayCount) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            free(oneWays[oneWayHead]);
            oneWayHead = oneWayHead + 1 < oneWays.length ? oneWayHead + 1 : 0;
        }
        oneWayCount -= count;
        return true;
    }

    /**
     * Tells whether an id is that of a request which waits for its answer, expired or not.
     *
     * @param id as the server says
     * @return true if it is
     */
    public boolean isAwaited(long id) {
        int index = HeaderLayout.index(id);
        return index < limit && ids[index] == id && (states[index] == ACTIVE || states[index] == EXPIRED);
    }

    /**
     * Tells whether the user is still to be told how a request ends.
     *
     * @param index of any request
     * @return true if it was begun and has neither ended nor expired
     */
    public boolean isActive(int index) {
        return states[index] == ACTIVE;
    }

    /**
     * Returns what was kept.
     *
     * @param index of a request that was begun
     * @return the context
     */
    public long context(int index) {
        return contexts[index];
    }

    /**
     * The last answer has come, or the connection has ended.
     *
     * @param index of a request that was begun
     */
    public void end(int index) {
        if (states[index] == ACTIVE) {
            activeCount--;
        }
        free(index);
    }

    /**
     * Begins the time-outs of what was sent since the last call.
     *
     * @param nowNs of the clock {@link System#nanoTime}
     */
    public void date(long nowNs) {
        for (int i = 0; i < undatedCount; i++) {
            int index = undated[i];
            listed[index] = false;
            if (states[index] == ACTIVE && !dated[index]) {
                dated[index] = true;
                timesNs[index] += nowNs;
                noteEarliest(timesNs[index]);
            }
        }
        undatedCount = 0;
    }

    private void noteEarliest(long deadlineNs) {
        if (!hasEarliest || deadlineNs - earliestNs < 0) {
            earliestNs = deadlineNs;
            hasEarliest = true;
        }
    }

    /**
     * Tells whether a deadline may have passed; if so, {@link #beginExpiring} is to be called, and {@link #expire} for each index.
     *
     * @param nowNs of the clock {@link System#nanoTime}
     * @return true if so
     */
    public boolean isDue(long nowNs) {
        return hasEarliest && nowNs - earliestNs >= 0;
    }

    /** Forgets the earliest deadline, before each is looked at. */
    public void beginExpiring() {
        hasEarliest = false;
    }

    /**
     * Tells whether the time of a request has just passed; it is not active any more then.
     *
     * @param index any
     * @param nowNs of the clock {@link System#nanoTime}
     * @return true if it has
     */
    public boolean expire(int index, long nowNs) {
        if (states[index] != ACTIVE || !dated[index]) {
            return false;
        }
        if (nowNs - timesNs[index] < 0) {
            noteEarliest(timesNs[index]);
            return false;
        }
        states[index] = EXPIRED;
        activeCount--;
        return true;
    }

    /**
     * Tells when a deadline may pass.
     *
     * @param nowNs of the clock {@link System#nanoTime}
     * @return nanoseconds, at least 0; {@link Long#MAX_VALUE} if there is none
     */
    public long untilDueNs(long nowNs) {
        if (undatedCount > 0) {
            return 0;
        }
        return hasEarliest ? Math.max(0, earliestNs - nowNs) : Long.MAX_VALUE;
    }
}
