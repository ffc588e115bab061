// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Aeron in this process: media drivers, with a thread or turned by whoever needs them, and clients of such drivers. */
@NullMarked
package io.oriel.shm.media;

import org.jspecify.annotations.NullMarked;
