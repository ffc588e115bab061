// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Waking a sleeping peer: each adapter listens on a socket of its own, to which the far end of each of its links writes a
 * byte when it has published something and finds the armed word set.
 *
 * <p>A connection begins with the id of its link, which is of no other link ever. A lost connection costs no wake: the
 * writer notices, connects again and writes the byte there.
 */
@NullMarked
package io.oriel.shm.wake;

import org.jspecify.annotations.NullMarked;
