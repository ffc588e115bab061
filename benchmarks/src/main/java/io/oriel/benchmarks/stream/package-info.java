// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Oriel's requests in flight: an initiator that keeps a queue full, and the three kinds of peer it can have.
 *
 * <p>Reads one at a time are a stream of one, so that their round trips are measured here, too.
 */
@NullMarked
package io.oriel.benchmarks.stream;

import org.jspecify.annotations.NullMarked;
