// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
import io.oriel.udp.datagram.Announcement;
import io.oriel.udp.datagram.ExposureWarning;

/**
 * Opens UDP, for adapters on different hosts. Each warns once, by the logger {@code io.oriel.udp}, of a listener that other
 * hosts can reach.
 */
public final class UdpTransportFactory implements TransportFactory {
    private static final String LOGGER = "io.oriel.udp";

    /** For {@link java.util.ServiceLoader}. */
    public UdpTransportFactory() {}

    @Override
    public String medium() {
        return "udp";
    }

    @Override
    public Transport open(OrielConfig config, ControlLoop loop) {
        ExposureWarning exposure = new ExposureWarning(() -> System.getLogger(LOGGER));
        Announcement announcement = Announcement.at(config.udp().advertisedAddress());
        return UdpTransport.open(new UdpTransport.Home(config, loop, announcement, exposure, termLength -> 0));
    }
}
