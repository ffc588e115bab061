// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Connections: made, refused, ended, and the death of a peer. */
@NullMarked
package io.oriel.testing.conformance.connection;

import org.jspecify.annotations.NullMarked;
