// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Short messages beside long ones: round trips over one connection, while Sends of another keep the same two threads busy.
 */
@NullMarked
package io.oriel.benchmarks.mixed;

import org.jspecify.annotations.NullMarked;
