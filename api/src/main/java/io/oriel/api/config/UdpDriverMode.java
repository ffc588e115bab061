// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api.config;

/** Who moves the datagrams of an adapter. */
public enum UdpDriverMode {
    /** A private media driver without a thread: whoever progresses the adapter moves its datagrams. */
    INVOKER,
    /**
     * A media driver that runs on its own, for hosts with processors to spare.
     *
     * <p>Oriel cannot check datagrams before it does: a forged or damaged frame that it takes for a genuine one is found out
     * behind it, and ends the link. When it ends, its adapters report DEVICE_REMOVED: within a second, or five if it was
     * killed. It measures its clients' liveness by the wall clock: if the host's clock is set forward by more than the driver's
     * client liveness timeout, 10 seconds by default, the driver may end its clients, and their adapters report DEVICE_REMOVED. A
     * step backward ends nothing.
     */
    EXTERNAL
}
