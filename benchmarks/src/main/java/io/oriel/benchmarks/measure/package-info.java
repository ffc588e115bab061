// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What is measured in a run, and how: round trips, allocation, the clock itself.
 *
 * <p>Nothing here knows what is being measured.
 */
@NullMarked
package io.oriel.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
