// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/** Who moves the datagrams of an adapter. */
public enum UdpDriverMode {
    /** A private media driver without a thread: whoever progresses the adapter moves its datagrams. */
    INVOKER,
    /** A media driver that runs on its own, for hosts with processors to spare. */
    EXTERNAL
}
