// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** A simulated medium for tests of programs that use Network Direct. */
@NullMarked
package io.oriel.testing;

import org.jspecify.annotations.NullMarked;
