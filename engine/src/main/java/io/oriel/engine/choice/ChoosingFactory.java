// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;

/**
 * Opens two media as one.
 *
 * @param onHost       reaches adapters of this host
 * @param betweenHosts reaches all adapters
 */
public record ChoosingFactory(TransportFactory onHost, TransportFactory betweenHosts) implements TransportFactory {
    @Override
    public String medium() {
        return "auto";
    }

    @Override
    public Transport open(OrielConfig config, ControlLoop loop) {
        Transport host = onHost.open(config, loop);
        try {
            Detours detours = Detours.logged(config.udp().onHost(), loop);
            return new ChoosingTransport(host, betweenHosts.open(config, loop), detours);
        } catch (RuntimeException | Error e) {
            host.close();
            throw e;
        }
    }
}
