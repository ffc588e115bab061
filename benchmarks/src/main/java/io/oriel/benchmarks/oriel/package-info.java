// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Oriel as a subject of the rig: Sends, Writes and Reads between two processes.
 *
 * <p>An {@link io.oriel.benchmarks.oriel.OrielSession} connects the endpoints; each scenario posts on them and polls
 * their one completion queue. Only {@code io.oriel.api} is used.
 */
@NullMarked
package io.oriel.benchmarks.oriel;

import org.jspecify.annotations.NullMarked;
