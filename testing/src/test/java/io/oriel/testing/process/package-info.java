// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Starting and killing processes. */
@NullMarked
package io.oriel.testing.process;

import org.jspecify.annotations.NullMarked;
