// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** A plate that warms up from one side, in strips: each rank asks its neighbours for the rows beside its own. */
@NullMarked
package io.oriel.examples.heat;

import org.jspecify.annotations.NullMarked;
