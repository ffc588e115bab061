// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Points in groups: each rank has some of the points, all have the same centres. */
@NullMarked
package io.oriel.examples.kmeans;

import org.jspecify.annotations.NullMarked;
