// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The short way of short operations: every instruction counts. */
@NullMarked
package io.oriel.collectives.flat;

import org.jspecify.annotations.NullMarked;
