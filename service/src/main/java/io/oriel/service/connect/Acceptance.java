// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.connect;

import io.oriel.api.NdStatus;

/**
 * A connection that this side has accepted and the peer is to complete.
 *
 * <p><b>Threading:</b> the adapter's domain; nothing here waits.
 */
public final class Acceptance {
    private final Connection connection;
    private final Step step;
    private final long deadlineNs;

    Acceptance(Connection connection, Step step, long deadlineNs) {
        this.connection = connection;
        this.step = step;
        this.deadlineNs = deadlineNs;
    }

    /**
     * Looks whether the peer has completed the connection.
     *
     * @param nowNs of the clock {@link System#nanoTime}
     * @return PENDING; SUCCESS; IO_TIMEOUT when the deadline has passed; otherwise as {@link io.oriel.api.Connector#accept}
     */
    public NdStatus poll(long nowNs) {
        NdStatus status = step.status();
        return status == NdStatus.PENDING && nowNs - deadlineNs >= 0 ? NdStatus.IO_TIMEOUT : status;
    }

    /**
     * Returns the connection, made or not: it is the caller's to close.
     *
     * @return the connection
     */
    public Connection connection() {
        return connection;
    }
}
