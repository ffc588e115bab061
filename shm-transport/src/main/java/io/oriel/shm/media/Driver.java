// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import java.nio.file.Path;

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
     * Has it make what room the readers of its logs allow, before this returns. From any thread; waits for nobody, and without
     * commands of clients neither allocates nor makes a system call.
     *
     * @return false if it has a thread of its own, which can only be kicked
     */
    boolean makeRoom();

    /** Has it take its commands: now, or soon if it has a thread. From any thread that may block. */
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

    /** Leaves it; ends it, if it is this process' own. Blocks; on a worker. Idempotent. */
    @Override
    void close();
}
