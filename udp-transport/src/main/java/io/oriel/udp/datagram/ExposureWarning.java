// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.datagram;

import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Says once that a listener can be reached from other hosts, and that nothing protects it there. */
public final class ExposureWarning {
    private final Supplier<System.Logger> logger;
    private final AtomicBoolean isSaid = new AtomicBoolean();

    /**
     * Creates a warning that has not been said.
     *
     * @param logger takes it; asked for only then, for the first logger of a process is slow to come
     */
    public ExposureWarning(Supplier<System.Logger> logger) {
        this.logger = logger;
    }

    /**
     * Warns the first time that the address is not loopback's.
     *
     * @param address at which a listener listens
     */
    public void listening(InetSocketAddress address) {
        if (!address.getAddress().isLoopbackAddress() && isSaid.compareAndSet(false, true)) {
            logger.get().log(System.Logger.Level.WARNING, text(address));
        }
    }

    /**
     * Warns of something else.
     *
     * @param text one sentence
     */
    public void warn(String text) {
        logger.get().log(System.Logger.Level.WARNING, text);
    }

    private static String text(InetSocketAddress address) {
        return "listening at " + address.getAddress().getHostAddress() + " port " + address.getPort()
                + ", where other hosts may reach it: datagrams are neither authenticated nor encrypted, so whoever reaches"
                + " this adapter's ports can connect, and whoever sees its datagrams can read what they carry, use its"
                + " windows and forge frames; let only hosts that you trust reach it, by a VLAN of their own, an nftables"
                + " rule on source addresses, or WireGuard or IPsec, or set oriel.udp.security to SEALED";
    }
}
