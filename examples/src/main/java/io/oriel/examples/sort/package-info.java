// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Numbers of all ranks put in order: each rank gets those of a range from all others. */
@NullMarked
package io.oriel.examples.sort;

import org.jspecify.annotations.NullMarked;
