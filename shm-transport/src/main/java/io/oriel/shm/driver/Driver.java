// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.driver;

import java.nio.file.Path;

/** A media driver, as a process uses it. */
sealed interface Driver extends AutoCloseable permits HostedDriver, JoinedDriver {
    /** Returns where its files are. */
    Path directory();

    /** Has it look for work soon. From any thread; neither allocates nor blocks; cheap when called again and again. */
    void kick();

    /** Tells it which client this process is, so that it can forget the client when the process dies. */
    void introduce(long clientId);

    /** Leaves it; ends it, if this process hosts it. Blocks; on a worker. Idempotent. */
    @Override
    void close();
}
