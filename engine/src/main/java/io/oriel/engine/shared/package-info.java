// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Receives that several endpoints share, and the grants of them that both ends of a link see. */
@NullMarked
package io.oriel.engine.shared;

import org.jspecify.annotations.NullMarked;
