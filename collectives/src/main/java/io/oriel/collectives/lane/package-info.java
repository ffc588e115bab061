// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Messages between two ranks: each writes into a ring in the other's memory, flag and data in one Write.
 *
 * <p>A {@link io.oriel.collectives.lane.Lane} is one rank's view of another: {@link io.oriel.collectives.lane.Outgoing} what it
 * writes there, {@link io.oriel.collectives.lane.Incoming} what came from there, {@link io.oriel.collectives.lane.Stash} what
 * came before it was wanted.
 */
@NullMarked
package io.oriel.collectives.lane;

import org.jspecify.annotations.NullMarked;
