// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.handshake;

/**
 * A Curve25519 key with its public half, 32 bytes each.
 *
 * @param secret half
 * @param open   the public half
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record KeyPair(byte[] secret, byte[] open) {}
