// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Raw Aeron UDP, unicast: a media driver with its client on each side, neither with a thread of its own.
 *
 * <p>As with Oriel, the one thread that sends and polls moves the datagrams, too. Lengths of datagrams, terms, windows and
 * sockets' buffers are those of Oriel's own.
 */
@NullMarked
package io.oriel.benchmarks.baseline.aeron.udp;

import org.jspecify.annotations.NullMarked;
