// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Two-sided messages: a Send fills the Receive that the peer has posted. */
@NullMarked
package io.oriel.examples.pingpong;

import org.jspecify.annotations.NullMarked;
