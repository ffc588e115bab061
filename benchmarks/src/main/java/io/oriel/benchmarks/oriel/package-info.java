// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * Oriel as a subject of the rig: Sends, Writes and Reads between two processes, one at a time or many in flight, connections,
 * polls that find nothing, and the collective operations of some ranks.
 */
@NullMarked
package io.oriel.benchmarks.oriel;

import org.jspecify.annotations.NullMarked;
