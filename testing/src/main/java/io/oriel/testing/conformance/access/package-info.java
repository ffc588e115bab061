// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** One-sided access to a peer's memory. */
@NullMarked
package io.oriel.testing.conformance.access;

import org.jspecify.annotations.NullMarked;
