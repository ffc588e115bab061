// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The command line that {@code bin/oriel} starts. */
@NullMarked
package io.oriel.benchmarks.cli;

import org.jspecify.annotations.NullMarked;
