// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The two-process rig: subjects side by side, each in two processes of its own, run in turns, and what was measured condensed.
 *
 * <p>A {@link io.oriel.benchmarks.rig.Subject} opens a {@link io.oriel.benchmarks.rig.Contender}; a
 * {@link io.oriel.benchmarks.rig.Trial} warms several up, runs them in rounds, and verifies them. Between runs nothing spins.
 */
@NullMarked
package io.oriel.benchmarks.rig;

import org.jspecify.annotations.NullMarked;
