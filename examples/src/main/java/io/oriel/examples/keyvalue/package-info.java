// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** A store of keys and values: looked up by one-sided Reads, or by asking; written by asking. */
@NullMarked
package io.oriel.examples.keyvalue;

import org.jspecify.annotations.NullMarked;
