// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The floor of waking: one message through a Unix-domain socket to a thread that selects on it, and nothing else: no queue,
 * no armed word, no completion.
 */
@NullMarked
package io.oriel.benchmarks.baseline.socket;

import org.jspecify.annotations.NullMarked;
