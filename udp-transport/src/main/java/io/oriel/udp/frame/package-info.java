// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What is in a frame beside the engine's payload, and the frames that a link sends on its own account. */
@NullMarked
package io.oriel.udp.frame;

import org.jspecify.annotations.NullMarked;
