// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What is the same for all that can send and take messages: round trips, streams, and peers that sleep.
 *
 * <p>Who is measured implements {@link io.oriel.benchmarks.message.Messages} and is run by the very same loops as Oriel. A process
 * runs one subject, so that the compiler sees but one implementation in them.
 */
@NullMarked
package io.oriel.benchmarks.message;

import org.jspecify.annotations.NullMarked;
