// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Elements of all types: where they are, how they are copied, how they are combined. */
@NullMarked
package io.oriel.collectives.data;

import org.jspecify.annotations.NullMarked;
