// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The ranks of one communicator, and which of its operations are under way. */
@NullMarked
package io.oriel.collectives.group;

import org.jspecify.annotations.NullMarked;
