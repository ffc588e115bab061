// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Messages from one rank to another: a short one goes at once, a long one when its receiver asks for it. */
@NullMarked
package io.oriel.collectives.message;

import org.jspecify.annotations.NullMarked;
