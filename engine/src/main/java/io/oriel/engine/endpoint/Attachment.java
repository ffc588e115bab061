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
 * @param onEnded           run on the agent when the domain has ended the connection
 */
public record Attachment(
        LinkEnd link, int peerId, int peerGeneration, int inboundReadLimit, int outboundReadLimit, Runnable onEnded) {}
