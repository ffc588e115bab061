// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The two processes of a benchmark, the channel between them, and where their files are.
 *
 * <p>The parent starts the child from its own class path and flags; the child ends when its standard input does.
 */
@NullMarked
package io.oriel.benchmarks.process;

import org.jspecify.annotations.NullMarked;
