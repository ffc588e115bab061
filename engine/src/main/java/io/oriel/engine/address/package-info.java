// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Addresses of this host: which there are, and which of them connectors have taken. */
@NullMarked
package io.oriel.engine.address;

import org.jspecify.annotations.NullMarked;
