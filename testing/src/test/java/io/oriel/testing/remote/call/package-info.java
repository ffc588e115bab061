// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Calls on objects of another process. */
@NullMarked
package io.oriel.testing.remote.call;

import org.jspecify.annotations.NullMarked;
