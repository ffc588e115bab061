// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The ranks of one communicator, which of its operations are under way, and the short way of short ones. */
@NullMarked
package io.oriel.collectives.group;

import org.jspecify.annotations.NullMarked;
