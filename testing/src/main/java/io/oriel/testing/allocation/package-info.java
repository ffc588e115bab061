// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Tests of the methods that promise to allocate nothing. */
@NullMarked
package io.oriel.testing.allocation;

import org.jspecify.annotations.NullMarked;
