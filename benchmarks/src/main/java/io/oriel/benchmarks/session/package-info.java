// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Oriel as the rig uses it: an adapter with its endpoints, their memory, and what can be said of posts and completions.
 *
 * <p>An {@link io.oriel.benchmarks.session.OrielSession} connects the endpoints; scenarios post on them and poll their one
 * completion queue. Only {@code io.oriel.api} is used.
 */
@NullMarked
package io.oriel.benchmarks.session;

import org.jspecify.annotations.NullMarked;
