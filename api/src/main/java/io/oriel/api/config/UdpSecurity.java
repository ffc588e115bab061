// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/** What protects the datagrams of adapters between hosts. */
public enum UdpSecurity {
    /** Nothing: whoever reaches an adapter's ports can connect, read what is carried, and forge it. */
    NONE,
    /** Each datagram is encrypted and authenticated with keys that only the two adapters have, who share a key of a key file. */
    SEALED
}
