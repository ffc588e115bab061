// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import io.aeron.ExclusivePublication;
import java.nio.file.Path;
import org.agrona.concurrent.AtomicBuffer;
import org.jspecify.annotations.Nullable;

/** A media driver that carries the logs of this process. */
public interface Driver extends AutoCloseable {
    /**
     * Returns where its files are.
     *
     * @return an absolute path
     */
    Path directory();

    /**
     * Has it look for work soon, if it has a thread somewhere. From any thread; neither allocates nor blocks; cheap when called
     * again and again.
     */
    void kick();

    /**
     * Tells whether it has a thread, here or in another process.
     *
     * @return false if its duty cycle runs only in {@link #hurry}
     */
    boolean hasThread();

    /**
     * Takes the limit of a log that has its reader, if the driver has no thread that moves it. Blocks; on a worker.
     *
     * @param log      of this process
     * @param counters of the driver, as the log's writer has mapped them
     * @return the limit, to be moved by the writer; null if the driver moves it
     */
    @Nullable
    PublisherLimit takeLimit(ExclusivePublication log, AtomicBuffer counters);

    /**
     * Has it execute its commands: before this returns, or soon if it has a thread. Blocks while another thread does so; on a
     * worker.
     */
    void hurry();

    /**
     * Tells it which client this process is, so that it can forget the client when the process dies.
     *
     * @param clientId of this process
     */
    void introduce(long clientId);

    /**
     * Makes it forget a client of a peer, with its subscriptions, unless its host does that. Nothing happens if there is no such
     * client. On a worker.
     *
     * @param clientId of a client that needs the driver no more
     */
    void expire(long clientId);

    /**
     * Returns how many logs it keeps, if it is this process' own.
     *
     * @return those that are open, and those that were given back and are not gone yet; 0 for the driver of another
     */
    int logs();

    /** Makes its directories again, if it is a driver of this process and they were removed: later logs go there. Blocks; on a worker. */
    void restore();

    /** Leaves it; ends it, if it is this process' own. Blocks; on a worker. Idempotent. */
    @Override
    void close();
}
