// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Values and memory as they are told from one process to another. */
@NullMarked
package io.oriel.testing.remote.wire;

import org.jspecify.annotations.NullMarked;
