// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;

/** Opens shared memory, for processes of one user on one host. */
public final class ShmTransportFactory implements TransportFactory {
    /** For {@link java.util.ServiceLoader}. */
    public ShmTransportFactory() {}

    @Override
    public String medium() {
        return "shm";
    }

    @Override
    public Transport open(OrielConfig config, ControlLoop loop) {
        return ShmTransport.open(config, loop);
    }
}
