// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * How two adapters agree on secrets that nobody else knows: the Noise Protocol Framework, revision 34, with a pre-shared key, on what the
 * JDK has. Knows no sockets.
 *
 * <p>{@code NNpsk0}, or {@code IXpsk0} where the sides have identities, with Curve25519, AES-256-GCM and SHA-256. Both have one message of
 * each side. The first one is authenticated by the pre-shared key alone, before anything costly is computed.
 */
@NullMarked
package io.oriel.udp.handshake;

import org.jspecify.annotations.NullMarked;
