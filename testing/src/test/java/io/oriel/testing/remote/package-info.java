// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Peers in processes of their own. */
@NullMarked
package io.oriel.testing.remote;

import org.jspecify.annotations.NullMarked;
