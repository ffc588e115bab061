// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The simulation itself. */
@NullMarked
package io.oriel.testing;

import org.jspecify.annotations.NullMarked;
