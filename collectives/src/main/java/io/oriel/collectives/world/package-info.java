// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** All ranks as one process sees them: their lanes, who makes progress and waits, and who is still there. */
@NullMarked
package io.oriel.collectives.world;

import org.jspecify.annotations.NullMarked;
