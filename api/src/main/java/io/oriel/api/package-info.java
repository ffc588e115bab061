// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
/**
 * The Network Direct contract in Java form: adapters, endpoints, completion queues, registered memory, and memory
 * windows that their owner can take back.
 *
 * <p>{@link io.oriel.api.NetworkDirect#open} is the door. The data plane ({@link io.oriel.api.Endpoint},
 * {@link io.oriel.api.CompletionQueue}) answers with an {@link io.oriel.api.NdStatus}; each of their methods says whether it
 * allocates. The control plane throws {@link io.oriel.api.NdException} or completes a future with it. An adapter and everything
 * made from it is a single-threaded domain: one thread at a time posts and polls.
 *
 * <p>Null is given where a parameter says so only. Elsewhere a request answers INVALID_HANDLE for an object,
 * INVALID_PARAMETER_2 for a list and, for a descriptor, what it answers where one does not fit; a control call fails with
 * INVALID_HANDLE or the status of a wrong queue for an object of the adapter, and with INVALID_PARAMETER, naming the
 * parameter, for anything else; what takes no adapter to tell is an {@link java.lang.IllegalArgumentException}.
 */
@NullMarked
package io.oriel.api;

import org.jspecify.annotations.NullMarked;
