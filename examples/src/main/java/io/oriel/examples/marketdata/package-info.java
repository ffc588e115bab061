// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** A feed: one process writes into a ring in its own memory, any number of others Read it, and see what they have missed. */
@NullMarked
package io.oriel.examples.marketdata;

import org.jspecify.annotations.NullMarked;
