// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Endpoints, and what each exchanges with its peer: the way in for the application's requests, for the peer's frames, and for
 * the connection that uses the endpoint.
 */
@NullMarked
package io.oriel.engine.endpoint;

import org.jspecify.annotations.NullMarked;
