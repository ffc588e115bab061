// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.engine.transport.Port;
import java.net.InetSocketAddress;

/**
 * A listener's sockets on two media, at one address.
 *
 * @param onHost       takes dials of this host
 * @param betweenHosts takes all dials
 */
record JointListening(Port.Listening onHost, Port.Listening betweenHosts) implements Port.Listening {
    @Override
    public InetSocketAddress address() {
        return betweenHosts.address();
    }

    @Override
    public void close() {
        try {
            betweenHosts.close();
        } finally {
            onHost.close(); // the last to stop listening, see HostDial
        }
    }
}
