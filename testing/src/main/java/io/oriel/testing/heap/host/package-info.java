// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What a simulated host is like: its time, the control agents of its processes, and how it behaves. */
@NullMarked
package io.oriel.testing.heap.host;

import org.jspecify.annotations.NullMarked;
