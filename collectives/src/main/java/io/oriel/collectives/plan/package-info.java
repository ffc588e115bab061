// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The algorithms of all operations, as plans of flows. None has state; each enum has those of some operations. */
@NullMarked
package io.oriel.collectives.plan;

import org.jspecify.annotations.NullMarked;
