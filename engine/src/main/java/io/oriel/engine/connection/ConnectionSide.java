// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

/**
 * What one side of a connection tells the other.
 *
 * @param endpointId         of its endpoint
 * @param endpointGeneration of that id
 * @param inboundReadLimit   Reads that it lets the other have in progress
 * @param outboundReadLimit  Reads that it wants to have in progress
 * @param ring               by which its Receives are mapped; 0 if it shows none
 * @param sharesReceives     its Receives are granted on demand
 * @param privateData        of its application
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
record ConnectionSide(
        int endpointId,
        int endpointGeneration,
        int inboundReadLimit,
        int outboundReadLimit,
        long ring,
        boolean sharesReceives,
        byte[] privateData) {}
