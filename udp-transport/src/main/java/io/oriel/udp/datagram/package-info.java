// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Datagrams of Oriel's own, between adapters on different hosts: what is in them, and the sockets that they go through.
 *
 * <p>Each is a CRC32C of the rest, a constant, an SBE header and a body. What comes from a socket is not trusted: lengths and
 * sum are checked before anything is decoded. By the agent.
 */
@NullMarked
package io.oriel.udp.datagram;

import org.jspecify.annotations.NullMarked;
