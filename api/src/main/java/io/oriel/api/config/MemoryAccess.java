// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/** How far peers on the same host may reach into a process' memory. */
public enum MemoryAccess {
    /** They map what it allocates with its adapter, as far as the kernel lets them. */
    MAPPED,
    /** They map nothing: this process copies for them what a window grants. For peers that are not trusted. */
    COPIED
}
