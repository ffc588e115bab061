// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
import io.oriel.udp.datagram.Announcement;

/** Opens UDP, for adapters on different hosts. */
public final class UdpTransportFactory implements TransportFactory {
    /** For {@link java.util.ServiceLoader}. */
    public UdpTransportFactory() {}

    @Override
    public String medium() {
        return "udp";
    }

    @Override
    public Transport open(OrielConfig config, ControlLoop loop) {
        return UdpTransport.open(config, loop, Announcement.TRUE);
    }
}
