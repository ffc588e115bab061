// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.shared;

import io.oriel.engine.protocol.CreditWord;
import io.oriel.engine.transport.Port;

/**
 * Where the peer of one endpoint sees how many Receives there have been for it. By the domain's owner.
 *
 * @param port       of the adapter
 * @param endpointId of the endpoint
 * @param generation of that id
 */
public record ShownCredit(Port port, int endpointId, int generation) {
    /**
     * Shows it.
     *
     * @param posted Receives in the life of the endpoint
     */
    public void publish(long posted) {
        port.publishCredit(endpointId, CreditWord.of(generation, posted));
    }
}
