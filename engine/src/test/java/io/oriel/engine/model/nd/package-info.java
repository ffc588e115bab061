// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Network Direct in plain Java: two adapters where everything happens at once, in the order of the posts.
 *
 * <p>What Network Direct leaves open is closed by order: {@link io.oriel.engine.model.nd.Footprint} says when a run lets
 * everything arrive before its next step. Which message takes which Receive of a shared queue is left to the real one: the
 * model follows it, as far as {@link io.oriel.engine.model.nd.ModelSharedQueue} allows it. So is how far the end of a
 * connection has let requests come: {@link io.oriel.engine.model.nd.NdModel#ending} are the connections where that is open.
 */
@NullMarked
package io.oriel.engine.model.nd;

import org.jspecify.annotations.NullMarked;
