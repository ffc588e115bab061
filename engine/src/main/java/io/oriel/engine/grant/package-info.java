// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Grants of shared Receives in memory that both ends change: the peer takes them, the owner takes them back. */
@NullMarked
package io.oriel.engine.grant;

import org.jspecify.annotations.NullMarked;
