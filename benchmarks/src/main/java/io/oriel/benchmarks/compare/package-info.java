// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * One command that compares Oriel with the floor and with its rivals: what is compared ({@link io.oriel.benchmarks.compare.Rows}), how
 * the rows are run, and further measurements over sizes, loads, endpoints and peers.
 */
@NullMarked
package io.oriel.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
