// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Mapped memory: the words that an adapter shows its peers, those that one end of a link shows the other, and regions. What
 * a peer reads is of one adapter or one link for ever: a file is never used again for another.
 *
 * <p>A mapping is never undone by hand: the garbage collector does it when no buffer refers to it any more, so that a
 * late access finds memory.
 */
@NullMarked
package io.oriel.shm.memory;

import org.jspecify.annotations.NullMarked;
