// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.engine.protocol.ConnectionSideDecoder;
import io.oriel.engine.protocol.ConnectionSideEncoder;
import io.oriel.engine.protocol.Limits;
import io.oriel.engine.transport.Port;

/**
 * What one side of a connection tells the other.
 *
 * @param endpointId         of its endpoint
 * @param endpointGeneration of that id
 * @param inboundReadLimit   Reads that it lets the other have in progress
 * @param outboundReadLimit  Reads that it wants to have in progress
 * @param ring               by which its Receives, or its grants of shared ones, are mapped; 0 if it shows none
 * @param sharesReceives     its Receives are granted on demand
 * @param privateData        of its application
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record ConnectionSide(
        int endpointId,
        int endpointGeneration,
        int inboundReadLimit,
        int outboundReadLimit,
        long ring,
        boolean sharesReceives,
        byte[] privateData) {
    /** Says what the peer is told of an endpoint. */
    static ConnectionSide of(ConnectionEnd endpoint, int inbound, int outbound, byte[] privateData) {
        return new ConnectionSide(
                endpoint.id(),
                endpoint.generation(),
                Math.min(inbound, Limits.MAX_READ_LIMIT),
                Math.min(outbound, Limits.MAX_READ_LIMIT),
                endpoint.shownId(),
                endpoint.sharesReceives(),
                privateData.clone());
    }

    /**
     * Reads what a peer has written.
     *
     * @param side        as the peer wrote it
     * @param privateData as the peer wrote it
     * @return not to be trusted
     */
    public static ConnectionSide read(ConnectionSideDecoder side, byte[] privateData) {
        return new ConnectionSide(
                side.endpointId(),
                side.endpointGeneration(),
                side.inboundReadLimit(),
                side.outboundReadLimit(),
                side.receiveRing(),
                side.sharesReceives() != 0,
                privateData);
    }

    /**
     * Writes all but the private data.
     *
     * @param side of the message
     */
    public void write(ConnectionSideEncoder side) {
        side.endpointId(endpointId)
                .endpointGeneration(endpointGeneration)
                .inboundReadLimit(inboundReadLimit)
                .outboundReadLimit(outboundReadLimit)
                .receiveRing(ring)
                .sharesReceives((short) (sharesReceives ? 1 : 0));
    }

    /** Tells whether a peer can be so. */
    public boolean isValid() {
        return endpointId >= 0
                && endpointId < Port.MAX_ENDPOINTS
                && endpointGeneration >= 0
                && endpointGeneration <= 0xFF
                && inboundReadLimit >= 0
                && outboundReadLimit >= 0
                && privateData.length <= Limits.MAX_PRIVATE_DATA;
    }
}
