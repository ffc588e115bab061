// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * A medium for tests, in the heap: deterministic, with virtual time, seeded delays, back-pressure, and processes that die
 * where the test wants them to.
 *
 * <p>A {@link io.oriel.testing.heap.HeapMedium} is a host. On it live {@link io.oriel.testing.heap.HeapProcess}es, each with
 * its own {@link io.oriel.testing.heap.host.VirtualLoop}; {@link io.oriel.testing.heap.host.VirtualTime} is their clock and agenda.
 * Everything runs on the test's thread, when the test steps the time. The same seed gives the same run.
 */
@NullMarked
package io.oriel.testing.heap;

import org.jspecify.annotations.NullMarked;
