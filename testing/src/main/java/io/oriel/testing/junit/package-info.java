// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Simulations as JUnit tests. */
@NullMarked
package io.oriel.testing.junit;

import org.jspecify.annotations.NullMarked;
