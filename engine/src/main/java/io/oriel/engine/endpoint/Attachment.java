// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

/**
 * What connects an endpoint to its peer; settled by the agent before the connection is made.
 *
 * @param link              that carries the frames
 * @param peerId            the peer's id
 * @param peerGeneration    of that id
 * @param inboundReadLimit  the peer's Reads in progress here at most
 * @param outboundReadLimit Reads in progress there at most
 * @param peerRing          by which the peer's Receives are mapped; 0 if it shows none
 * @param onEnded           run on the agent when the domain has ended the connection
 */
public record Attachment(
        LinkEnd link,
        int peerId,
        int peerGeneration,
        int inboundReadLimit,
        int outboundReadLimit,
        long peerRing,
        Runnable onEnded) {}
