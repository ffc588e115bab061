// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** One-sided access: a window is granted, used by the peer, and given back. */
@NullMarked
package io.oriel.examples.handover;

import org.jspecify.annotations.NullMarked;
