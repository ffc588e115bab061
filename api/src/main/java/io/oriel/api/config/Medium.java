// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/** What carries the bytes between adapters. */
public enum Medium {
    /**
     * Shared memory for peers on this host that can be met there, UDP for all others; one of them, if only that is on the
     * class path. The default.
     *
     * <p>A link by UDP to a peer on this host is told of by a warning of the logger {@code io.oriel.engine}, and counted;
     * {@link UdpConfig#onHost} refuses it instead. Each connection tries shared memory first.
     *
     * <p>What moves frames between hosts, a media driver, is started by the first connection that needs it: if it cannot be, or
     * there is none to be joined, that connection fails, with the status that an adapter of {@link #UDP} is not opened with.
     */
    AUTO,
    /** Shared memory, between processes of one user on one host. */
    SHM,
    /** UDP, between hosts. */
    UDP
}
