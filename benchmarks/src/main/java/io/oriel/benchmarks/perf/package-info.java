// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The two-process rig: opens Oriel and its reference side by side, runs them in turns, and condenses what was measured.
 */
@NullMarked
package io.oriel.benchmarks.perf;

import org.jspecify.annotations.NullMarked;
