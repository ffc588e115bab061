// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Sends and Receives, shared queues of these too. */
@NullMarked
package io.oriel.testing.conformance.message;

import org.jspecify.annotations.NullMarked;
