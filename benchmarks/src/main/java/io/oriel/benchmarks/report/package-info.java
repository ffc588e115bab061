// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Results for people and for machines, with what they were measured on. */
@NullMarked
package io.oriel.benchmarks.report;

import org.jspecify.annotations.NullMarked;
