// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Mapped memory: the words that an adapter shows its peers, those that one end of a link shows the other, and regions. What
 * a peer reads is of one adapter or one link for ever: a file is never used again for another.
 *
 * <p>Touching what is not mapped ends the process. So a mapping is undone by hand only when the threads that use it have
 * taken their own buffers off it; then a late access finds zeros. All others are undone by the garbage collector, when no
 * buffer refers to them any more: an application's memory, and what a peer that was stopped may be inside of.
 */
@NullMarked
package io.oriel.shm.memory;

import org.jspecify.annotations.NullMarked;
