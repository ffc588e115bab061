// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The same operations with the same elements by Open MPI and here. */
@NullMarked
package io.oriel.collectives.mpi;

import org.jspecify.annotations.NullMarked;
