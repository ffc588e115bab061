// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Tests of access to a peer's memory without the peer. */
@NullMarked
package io.oriel.engine.direct;

import org.jspecify.annotations.NullMarked;
