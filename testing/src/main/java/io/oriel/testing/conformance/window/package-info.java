// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Memory windows: bound, used, taken back. */
@NullMarked
package io.oriel.testing.conformance.window;

import org.jspecify.annotations.NullMarked;
