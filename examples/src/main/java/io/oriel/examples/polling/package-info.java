// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** One-sided latency: two processes Write into each other's memory, and watch their own. */
@NullMarked
package io.oriel.examples.polling;

import org.jspecify.annotations.NullMarked;
