// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** What processes hold of the operating system, and what they do when it is scarce. */
@NullMarked
package io.oriel.testing.resource;

import org.jspecify.annotations.NullMarked;
