// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The Network Direct contract in Java form: adapters, endpoints, completion queues, registered memory, and memory
 * windows that their owner can take back.
 *
 * <p>{@link io.oriel.api.NetworkDirect#open} is the door. The data plane ({@link io.oriel.api.Endpoint},
 * {@link io.oriel.api.CompletionQueue}) answers with an {@link io.oriel.api.NdStatus} and allocates nothing; the
 * control plane throws {@link io.oriel.api.NdException} or completes a future with it. An adapter and everything made
 * from it is a single-threaded domain: one thread at a time posts and polls.
 */
@NullMarked
package io.oriel.api;

import org.jspecify.annotations.NullMarked;
