// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** A process that a test starts, tells what to do and kills, and the ledger of what became of its requests. */
@NullMarked
package io.oriel.testing.process;

import org.jspecify.annotations.NullMarked;
