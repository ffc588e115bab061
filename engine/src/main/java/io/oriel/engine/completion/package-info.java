// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Completion queues: what has ended, in order, and who is to be told of it. */
@NullMarked
package io.oriel.engine.completion;

import org.jspecify.annotations.NullMarked;
