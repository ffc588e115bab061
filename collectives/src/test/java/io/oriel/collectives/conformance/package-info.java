// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What a communicator promises, written once and run on every medium. */
@NullMarked
package io.oriel.collectives.conformance;

import org.jspecify.annotations.NullMarked;
