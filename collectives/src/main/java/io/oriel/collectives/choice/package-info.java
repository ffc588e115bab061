// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Which algorithm an operation takes, and why. */
@NullMarked
package io.oriel.collectives.choice;

import org.jspecify.annotations.NullMarked;
