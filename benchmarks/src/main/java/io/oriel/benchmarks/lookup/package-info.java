// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Reads at random places of a large memory, of a process that sleeps: each at a place that what was read before has named, as
 * lookups in a table are. Several such chains may be under way side by side.
 */
@NullMarked
package io.oriel.benchmarks.lookup;

import org.jspecify.annotations.NullMarked;
