// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import io.aeron.driver.media.PortManager;
import io.aeron.driver.media.UdpChannel;
import io.aeron.exceptions.AeronException;
import io.oriel.api.NdException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The ports of a driver's sending sockets. Records why a socket got none, because the driver passes on only the text.
 *
 * <p>Threading: the agent of the driver that executes commands, as with {@link ReservedLogs}.
 */
final class SenderPorts implements PortManager {
    private final FreePorts ports;
    private @Nullable NdException refusal;

    SenderPorts(FreePorts ports) {
        this.ports = ports;
    }

    @Override
    public InetSocketAddress getManagedPort(UdpChannel udpChannel, InetSocketAddress bindAddress) {
        try {
            return ports.getManagedPort(udpChannel, bindAddress);
        } catch (NdException e) {
            refusal = e;
            // No defect of the driver: whoever asked for the socket is told.
            throw new AeronException(String.valueOf(e.getMessage()), e, AeronException.Category.WARN);
        }
    }

    @Override
    public void freeManagedPort(InetSocketAddress bindAddress) {
        ports.freeManagedPort(bindAddress);
    }

    /**
     * Returns the refusal that a driver's text passes on.
     *
     * @return null if it is about something else
     */
    @Nullable
    NdException refusalOf(String text) {
        NdException last = refusal;
        return last != null && text.contains(String.valueOf(last.getMessage())) ? last : null;
    }
}
