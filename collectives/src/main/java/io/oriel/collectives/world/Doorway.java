// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;

/**
 * What of Network Direct a world uses.
 *
 * @param adapter of the world alone
 * @param queue   in which everything completes
 */
public record Doorway(Adapter adapter, CompletionQueue queue) {}
