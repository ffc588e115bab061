// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What Oriel is compared with, in the same run: bare memory as the floor, raw Aeron as the alternative.
 *
 * <p>Each baseline has the same two sides, payloads and loops as Oriel's scenarios.
 */
@NullMarked
package io.oriel.benchmarks.baseline;

import org.jspecify.annotations.NullMarked;
