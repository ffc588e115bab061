// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The rig: contenders side by side, run in turns, and what was measured condensed.
 *
 * <p>A {@link io.oriel.benchmarks.rig.Trial} warms the contenders of a {@link io.oriel.benchmarks.rig.Lineup} up, runs them in rounds,
 * and verifies them. The {@link io.oriel.benchmarks.rig.Floor} says whether the machine kept its speed meanwhile.
 */
@NullMarked
package io.oriel.benchmarks.rig;

import org.jspecify.annotations.NullMarked;
