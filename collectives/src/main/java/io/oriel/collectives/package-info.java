// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Collective operations of several processes, as MPI has them, over Network Direct.
 *
 * <p>{@link io.oriel.collectives.Communicator#open} meets the other ranks; {@link io.oriel.collectives.Span} says where the data
 * is, {@link io.oriel.collectives.Operator} how it is combined.
 */
@NullMarked
package io.oriel.collectives;

import org.jspecify.annotations.NullMarked;
