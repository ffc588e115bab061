// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.control;

/**
 * How long one waits for a peer, and by whose clock.
 *
 * @param loop               the control agent
 * @param receiverNotReadyNs how long a Send waits for a Receive, in nanoseconds
 * @param revokeNs           how long an end or Invalidate waits for a peer that is copying, in nanoseconds
 */
public record Patience(ControlLoop loop, long receiverNotReadyNs, long revokeNs) {
    /** Returns the time. */
    public long nanoTime() {
        return loop.nanoTime();
    }

    /** Returns for how long an endpoint waits, while nothing comes, for what its peer had sent before it disconnected. */
    public long endingNs() {
        return Math.max(receiverNotReadyNs, revokeNs);
    }
}
