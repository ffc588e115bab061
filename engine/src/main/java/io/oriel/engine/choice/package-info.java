// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Two media in one: shared memory for peers on this host that can be met there, the other for all others. Which one carries
 * a link is decided when it is dialled; from then on the engine uses that medium's link as it is.
 */
@NullMarked
package io.oriel.engine.choice;

import org.jspecify.annotations.NullMarked;
