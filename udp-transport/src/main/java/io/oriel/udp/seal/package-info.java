// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * How a datagram is sealed: AES-GCM by the JDK's provider, keys that change while they are used, a window against repeats. Knows no
 * sockets.
 *
 * <p>A link has three lanes, each with a key for each direction: control datagrams, the dialler's stream, the listener's stream. Who
 * sends frames hears of them on the same lane: status messages and requests to send again. A lane belongs to one thread at a time.
 */
@NullMarked
package io.oriel.udp.seal;

import org.jspecify.annotations.NullMarked;
