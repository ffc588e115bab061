// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/** Where requests and Receives wait. */
@NullMarked
package io.oriel.engine.queue;

import org.jspecify.annotations.NullMarked;
