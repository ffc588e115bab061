// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What a simulated host lacks at some moment: a thread, memory, a file, a descriptor. Each {@link
 * io.oriel.testing.heap.failure.Failure} strikes by lot, or the n-th time that it can.
 */
@NullMarked
package io.oriel.testing.heap.failure;

import org.jspecify.annotations.NullMarked;
