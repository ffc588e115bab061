// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Mapped memory: the words that an adapter shows its peers, and regions.
 *
 * <p>A mapping is never undone by hand: the garbage collector does it when no buffer refers to it any more, so that a
 * late access finds memory.
 */
@NullMarked
package io.oriel.shm.memory;

import org.jspecify.annotations.NullMarked;
