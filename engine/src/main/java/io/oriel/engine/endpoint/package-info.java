// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The data plane: endpoints, the frames that carry their requests, and what is done with a peer's frames.
 */
@NullMarked
package io.oriel.engine.endpoint;

import org.jspecify.annotations.NullMarked;
