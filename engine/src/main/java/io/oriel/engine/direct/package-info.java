// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Access to a peer's memory without the peer: both ends of a link map what the other shows of itself.
 *
 * <p>The owner of the memory writes slots, the peer that reaches it writes a hazard. An access is: hazard, full fence,
 * slot still as it was, copy, hazard cleared. Taking back is: slot changed, full fence, wait while the hazard names it.
 * Of the two sides at least one sees the other.
 */
@NullMarked
package io.oriel.engine.direct;

import org.jspecify.annotations.NullMarked;
