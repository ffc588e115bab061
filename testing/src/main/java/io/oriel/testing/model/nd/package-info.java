// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Network Direct in plain Java: two adapters where everything happens at once, in the order of the posts.
 *
 * <p>What Network Direct leaves open is closed by order: {@link io.oriel.testing.model.nd.Footprint} says when a run lets
 * everything arrive before its next step. Which message takes which Receive of a shared queue is left to the real one: the
 * model follows it, as far as {@link io.oriel.testing.model.nd.ModelSharedQueue} allows it. So is how far the end of a
 * connection has let requests come: {@link io.oriel.testing.model.nd.NdModel#ending} are the connections where that is open.
 */
@NullMarked
package io.oriel.testing.model.nd;

import org.jspecify.annotations.NullMarked;
