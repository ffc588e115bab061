// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Operations that go on piece by piece. A {@link io.oriel.collectives.flow.Flow} takes fragments of elements from ranks or this
 * one's memory, combines them, and gives the result to ranks or memory; an {@link io.oriel.collectives.flow.Execution} has
 * several at a time, in rounds that a {@link io.oriel.collectives.flow.Plan} sets out.
 */
@NullMarked
package io.oriel.collectives.flow;

import org.jspecify.annotations.NullMarked;
