// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Oriel's full round trips: Sends that answer each other, and one-sided Writes into each other's memory. */
@NullMarked
package io.oriel.benchmarks.pingpong;

import org.jspecify.annotations.NullMarked;
