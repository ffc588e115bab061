// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What engines say to each other: the word beside each frame here, everything else generated from the schema
 * {@code oriel-protocol.xml}.
 */
@NullMarked
package io.oriel.engine.protocol;

import org.jspecify.annotations.NullMarked;
