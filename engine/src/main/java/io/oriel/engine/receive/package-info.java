// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** The receiving side of endpoints: Receives of their own, and those that several share. */
@NullMarked
package io.oriel.engine.receive;

import org.jspecify.annotations.NullMarked;
