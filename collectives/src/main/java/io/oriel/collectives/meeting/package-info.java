// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * How ranks become a world. Rank 0 listens where all know; the others listen somewhere, dial rank 0, and say where. When all have
 * come, rank 0 tells all addresses, and each dials those of lower rank. Each pair exchanges the windows on its memory.
 */
@NullMarked
package io.oriel.collectives.meeting;

import org.jspecify.annotations.NullMarked;
