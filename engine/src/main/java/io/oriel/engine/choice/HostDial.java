// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.api.NdStatus;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import java.net.InetSocketAddress;

/** A dial on this host's medium; if nobody can be met there, on the other. */
final class HostDial implements DialHandler {
    private final ChoosingPort port;
    private final InetSocketAddress destination;
    private final DialHandler handler;
    private final ReasonedDial onHost;

    HostDial(ChoosingPort port, InetSocketAddress destination, DialHandler handler, String reason) {
        this.port = port;
        this.destination = destination;
        this.handler = handler;
        onHost = new ReasonedDial(port, handler, reason);
    }

    @Override
    public void dialled(Link link) {
        onHost.dialled(link);
    }

    @Override
    public void failed(NdStatus status, String why) {
        boolean isNobodyThere = status == NdStatus.CONNECTION_REFUSED || status == NdStatus.ACCESS_VIOLATION;
        if (isNobodyThere) {
            port.dialBetweenHosts(destination, handler, "the peer cannot be met on this host's own medium: " + why);
        } else {
            onHost.failed(status, why);
        }
    }
}
