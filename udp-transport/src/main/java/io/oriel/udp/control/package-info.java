// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * How adapters on different hosts talk beside their frames: datagrams of Oriel's own, which meet, carry the engine's
 * messages in order, and tell that the other side lives.
 *
 * <p>Each datagram is a CRC32C of the rest, a constant, an SBE header and a body. Every one after the first carries a random
 * key that its receiver has chosen, by which it also finds the link. What comes from a socket is not trusted: lengths and
 * sum are checked before anything is decoded. By the agent.
 */
@NullMarked
package io.oriel.udp.control;

import org.jspecify.annotations.NullMarked;
