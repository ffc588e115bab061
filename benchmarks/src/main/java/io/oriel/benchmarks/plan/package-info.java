// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What is to be measured, as the two processes agree on it: immutable records that travel as one line of text. */
@NullMarked
package io.oriel.benchmarks.plan;

import org.jspecify.annotations.NullMarked;
