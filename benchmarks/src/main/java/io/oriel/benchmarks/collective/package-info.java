// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Collective operations of some ranks, one after the other. */
@NullMarked
package io.oriel.benchmarks.collective;

import org.jspecify.annotations.NullMarked;
