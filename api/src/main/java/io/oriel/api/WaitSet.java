// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * Several adapters of one provider, for which one thread waits at the same time. An extension: ND has an I/O completion
 * port for it.
 *
 * <p>It holds references only: closing it closes no adapter, and an adapter can be in several sets. Not for
 * implementation by users.
 *
 * <p><b>Threading:</b> one thread at a time uses the set; whoever calls {@link #await} must be the thread that may use
 * all its adapters at the time. Handing the set over needs a happens-before.
 */
public interface WaitSet extends AutoCloseable {
    /**
     * Adds an adapter; does nothing if it is in the set.
     *
     * @param adapter open, of the provider that made this set
     * @throws NdException INVALID_HANDLE if the set is closed; INVALID_PARAMETER if the adapter is closed or another
     *     provider's
     */
    void add(Adapter adapter);

    /**
     * Removes an adapter; does nothing if it is not in the set. An adapter that is to be closed is best removed before;
     * it can be removed afterwards.
     *
     * @param adapter any
     */
    void remove(Adapter adapter);

    /**
     * Waits, making progress in all adapters of the set, until there is something to look at in one of them, as
     * {@link Adapter#await} has it: a completion; a request for a connection, the end of a connection or a
     * {@link Adapter#wakeup} since a wait for that adapter has ended last; or until {@link #wakeup} is called.
     *
     * <p>It does not say which: poll the queues and look at the futures. An interrupt ends nothing: it is left set. While the thread sleeps it
     * uses no processor time; the wait may outlast its time by a millisecond and by what the host's scheduler adds.
     *
     * <p><b>Returns</b> {@code SUCCESS} if there is something to look at; {@code TIMEOUT}; {@code DEVICE_REMOVED} if
     * there is nothing and the driver of one of the adapters died: remove that adapter, or the next wait ends at once as
     * well; {@code INVALID_HANDLE} if the set or one of its adapters is closed: nothing was waited for;
     * {@code INVALID_PARAMETER} if the set is empty.
     * <p><b>Ordering:</b> what a peer did before it caused the completion is visible after the poll that takes it, as
     * without a wait. <b>Memory:</b> does not allocate after the first wait.
     *
     * @param timeoutNs nanoseconds to wait at most; 0 tries once; {@link Long#MAX_VALUE} waits for ever
     * @return the status
     * @throws IllegalStateException if another thread is inside the domain of one of the adapters; on a control agent, unless the
     *     timeout is 0
     */
    NdStatus await(long timeoutNs);

    /**
     * Ends the wait of this set that is under way; if there is none, the next one ends at once. Several calls before a wait ends
     * count as one. Does nothing once the set is closed.
     *
     * <p><b>Threading:</b> callable on any thread; does not block. <b>Ordering:</b> what was done before the call is visible
     * after the wait. <b>Memory:</b> does not allocate.
     */
    void wakeup();

    /** Closes the set, not its adapters. Does nothing the second time. */
    @Override
    void close();
}
