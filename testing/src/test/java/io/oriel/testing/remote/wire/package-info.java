// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Values and memory told to another process. */
@NullMarked
package io.oriel.testing.remote.wire;

import org.jspecify.annotations.NullMarked;
