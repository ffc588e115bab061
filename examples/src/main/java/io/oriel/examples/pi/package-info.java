// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** A number found by throwing darts, by all ranks: the sum of what each has counted. */
@NullMarked
package io.oriel.examples.pi;

import org.jspecify.annotations.NullMarked;
