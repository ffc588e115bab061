// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Ranks in processes of their own, of which some are killed. */
@NullMarked
package io.oriel.collectives.processes;

import org.jspecify.annotations.NullMarked;
