// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The floor: one copy into memory that both processes have mapped, and a flag behind it.
 *
 * <p>What is copied is not copied out again, and nothing is checked on the way: no queue, no window, no message.
 */
@NullMarked
package io.oriel.benchmarks.baseline.memory;

import org.jspecify.annotations.NullMarked;
