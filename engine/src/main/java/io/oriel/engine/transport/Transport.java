// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import java.net.InetAddress;
import java.util.List;

/** A medium as one provider uses it. */
public interface Transport extends AutoCloseable {
    /**
     * Lists the host's addresses that can be used on this medium.
     *
     * @return the addresses; never empty
     */
    List<InetAddress> addresses();

    /**
     * Attaches an adapter. May block: it finds or starts the driver.
     *
     * @param address of the adapter, one of {@link #addresses()}
     * @param owner   is told of links and of the end of the medium
     * @return the adapter's port
     * @throws io.oriel.api.NdException INSUFFICIENT_RESOURCES, DEVICE_NOT_READY
     */
    Port openPort(InetAddress address, PortOwner owner);

    /** Closes the medium, after its ports. May block. */
    @Override
    void close();
}
