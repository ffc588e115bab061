// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Order books: the best price first, and at one price whoever came first. */
@NullMarked
package io.oriel.examples.gateway.book;

import org.jspecify.annotations.NullMarked;
