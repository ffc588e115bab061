// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.

/** What an adapter and its links count, for operators to see. */
@NullMarked
package io.oriel.engine.counter;

import org.jspecify.annotations.NullMarked;
