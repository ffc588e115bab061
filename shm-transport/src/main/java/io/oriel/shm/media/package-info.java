// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Aeron in this process: media drivers, with a thread or run by workers, clients of such drivers, and the limits of logs. */
@NullMarked
package io.oriel.shm.media;

import org.jspecify.annotations.NullMarked;
