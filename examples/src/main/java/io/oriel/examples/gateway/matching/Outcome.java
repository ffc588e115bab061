// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway.matching;

import io.oriel.examples.gateway.protocol.Reason;
import io.oriel.examples.gateway.protocol.Result;

/**
 * What became of an order when it came: a carrier that the matcher fills again and again.
 *
 * <p><b>Threading:</b> the matcher's thread.
 */
public final class Outcome {
    private long orderId;
    private Result result = Result.REJECTED;
    private Reason reason = Reason.NONE;
    private int filled;
    private int leaves;
    private boolean repeated;

    Outcome() {}

    Outcome reject(long id, Reason why) {
        return set(id, Result.REJECTED, why, 0, 0, false);
    }

    Outcome set(long id, Result what, Reason why, int done, int left, boolean again) {
        orderId = id;
        result = what;
        reason = why;
        filled = done;
        leaves = left;
        repeated = again;
        return this;
    }

    /**
     * Returns which order.
     *
     * @return the member's id
     */
    public long orderId() {
        return orderId;
    }

    /**
     * Returns what became of it.
     *
     * @return as the schema says
     */
    public Result result() {
        return result;
    }

    /**
     * Returns why it was rejected.
     *
     * @return NONE if it was not
     */
    public Reason reason() {
        return reason;
    }

    /**
     * Returns how much was traded at once.
     *
     * @return a quantity, at least 0
     */
    public int filled() {
        return filled;
    }

    /**
     * Returns how much rested then; of a cancel, how much was cancelled.
     *
     * @return a quantity, at least 0
     */
    public int leaves() {
        return leaves;
    }

    /**
     * Tells whether the order had come before.
     *
     * @return true if nothing was done now
     */
    public boolean isRepeated() {
        return repeated;
    }
}
