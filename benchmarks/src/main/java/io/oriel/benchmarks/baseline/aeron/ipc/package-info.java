// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Raw Aeron IPC: one media driver for both sides, with the term length, frame length and idling of Oriel's own. */
@NullMarked
package io.oriel.benchmarks.baseline.aeron.ipc;

import org.jspecify.annotations.NullMarked;
