// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.

/** What a media driver makes for a port and its links: logs and counters. */
@NullMarked
package io.oriel.shm.aeron;

import org.jspecify.annotations.NullMarked;
