// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The simulated medium under test, and the engine on it. */
@NullMarked
package io.oriel.testing.heap;

import org.jspecify.annotations.NullMarked;
