// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Waking a peer that sleeps: how long it takes, and what the sleep costs. */
@NullMarked
package io.oriel.benchmarks.wakeup;

import org.jspecify.annotations.NullMarked;
