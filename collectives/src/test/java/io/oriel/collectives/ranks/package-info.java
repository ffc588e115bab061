// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Ranks for tests, each with a thread of its own, on any medium. */
@NullMarked
package io.oriel.collectives.ranks;

import org.jspecify.annotations.NullMarked;
