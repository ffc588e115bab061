// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Threads that run servers and clients: one loop for several, one thread for each of several servers. */
@NullMarked
package io.oriel.service.run;

import org.jspecify.annotations.NullMarked;
