// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The peer of a link: who it is, and whether its process is dead once its socket has ended without a word. By the agent; what
 * asks for a lock is done on a worker.
 */
@NullMarked
package io.oriel.shm.peer;

import org.jspecify.annotations.NullMarked;
