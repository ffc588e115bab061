// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

/**
 * The bytes that name a bound window to the peer: opaque, in network byte order, to be sent as they are.
 *
 * <p>{@link Endpoint#bind} writes them and {@link Endpoint#openWindow} reads them. They hold a 64-bit token that cannot
 * be guessed and is new with each Bind. ND: ND_MW_DESCRIPTOR.
 */
public final class WindowDescriptor {
    /** Length of a descriptor in bytes. */
    public static final int LENGTH = 64;

    private WindowDescriptor() {}
}
