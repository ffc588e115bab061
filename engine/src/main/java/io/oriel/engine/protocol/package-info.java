// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * What engines say to each other: the words beside frames and how a connection has ended here, everything else generated from
 * the schema {@code oriel-protocol.xml}; and the limits of what may be said.
 */
@NullMarked
package io.oriel.engine.protocol;

import org.jspecify.annotations.NullMarked;
