// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * How long it takes, from the kill of a process, until everything that its peer had outstanding has completed.
 */
@NullMarked
package io.oriel.benchmarks.kill;

import org.jspecify.annotations.NullMarked;
