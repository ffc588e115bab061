// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** A feed: one process writes into a ring in its own memory, others Read it, see what they have missed, and go on when it was killed. */
@NullMarked
package io.oriel.examples.marketdata;

import org.jspecify.annotations.NullMarked;
