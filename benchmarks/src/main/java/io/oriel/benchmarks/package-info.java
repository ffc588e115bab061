// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Measurements of Oriel beside its reference baselines. */
@NullMarked
package io.oriel.benchmarks;

import org.jspecify.annotations.NullMarked;
