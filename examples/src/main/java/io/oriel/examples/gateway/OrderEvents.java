// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import io.oriel.api.NdStatus;
import io.oriel.examples.gateway.protocol.FillDecoder;
import io.oriel.examples.gateway.protocol.OrderAnswerDecoder;

/**
 * Is told what becomes of a member's orders.
 *
 * <p><b>Threading:</b> called within {@link OrderEntry#poll} and {@link OrderEntry#close}; orders may be sent from there.
 */
interface OrderEvents {
    /**
     * Is told that the session has begun: orders can be sent.
     *
     * @param lastOrderId the highest id that the member has used so far; 0 if none
     */
    void onSession(long lastOrderId);

    /** Is told that another process has begun a session of the same member: this one's orders are rejected from now on. */
    void onSessionOver();

    /**
     * Is told the engine's answer to an order.
     *
     * @param answer valid during the call
     */
    void onAnswer(OrderAnswerDecoder answer);

    /**
     * Is told that an order has no answer. This is the last that is heard of it, unless it is sent again, with the same id and all else the
     * same: then it is carried out if it was not, and answered.
     *
     * @param orderId of the order
     * @param status  CONNECTION_INVALID or NO_MORE_ENTRIES: the gateway could not pass it on, it was not carried out;
     *     CONNECTION_ABORTED, IO_TIMEOUT, CANCELED: the gateway, the engine or a time-out has ended it, it may have been
     */
    void onStatus(long orderId, NdStatus status);

    /**
     * Is told of a trade, whenever it happens: before the answer to the order too. Each comes once, in order of its number; a number that
     * is left out stands for a Fill that the engine has forgotten because nobody listened for long.
     *
     * @param fill valid during the call
     */
    void onFill(FillDecoder fill);
}
