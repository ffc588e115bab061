// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.connect;

import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * An adapter with a provider of its own, for a process that has use for one of each.
 *
 * @param provider of the adapter
 * @param adapter  the adapter
 */
public record OwnAdapter(Provider provider, Adapter adapter) implements AutoCloseable {
    /**
     * Opens Network Direct with its defaults, changed by system properties, and an adapter.
     *
     * @param address of this host
     * @return both, to be closed by the caller
     * @throws NdException as {@link NetworkDirect#open()} and {@link Provider#openAdapter(InetAddress)}
     */
    public static OwnAdapter open(InetAddress address) {
        Provider provider = NetworkDirect.open();
        try {
            return new OwnAdapter(provider, provider.openAdapter(address));
        } catch (Throwable e) {
            provider.close();
            throw e;
        }
    }

    /**
     * Opens Network Direct likewise, and an adapter on the address from which the way to a peer begins.
     *
     * @param peer where it is; nothing is sent there
     * @return both, to be closed by the caller
     * @throws NdException as above; NETWORK_UNREACHABLE if there is no way
     */
    public static OwnAdapter openToward(InetSocketAddress peer) {
        try (DatagramSocket probe = new DatagramSocket()) {
            probe.connect(peer); // sends nothing: it only chooses the way
            return open(probe.getLocalAddress());
        } catch (IOException e) {
            throw new NdException(NdStatus.NETWORK_UNREACHABLE, "there is no way to " + peer, e);
        }
    }

    /** Closes both. Does nothing the second time. */
    @Override
    public void close() {
        provider.close();
    }
}
