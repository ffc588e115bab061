// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Completions, who is told of them, and the order of requests. */
@NullMarked
package io.oriel.testing.conformance.completion;

import org.jspecify.annotations.NullMarked;
