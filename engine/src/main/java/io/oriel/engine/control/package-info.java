// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The control agent: one parked thread for each provider, which does sockets, handshakes, liveness and futures and never
 * blocks on a file, a driver, an adapter's domain or a peer.
 */
@NullMarked
package io.oriel.engine.control;

import org.jspecify.annotations.NullMarked;
