// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** A queue in the consumer's memory: the producer Writes, the consumer sleeps until it is rung for. */
@NullMarked
package io.oriel.examples.ring;

import org.jspecify.annotations.NullMarked;
