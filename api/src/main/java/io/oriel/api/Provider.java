// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.api;

import java.net.InetAddress;
import java.util.List;

/**
 * The source of adapters in one process.
 *
 * <p>It owns the control agent: one parked daemon thread that does sockets, handshakes, liveness and futures. One
 * provider a process is enough. Not for implementation by users.
 *
 * <p><b>Threading:</b> safe for any number of threads. ND: INDProvider, IND2Provider.
 */
public interface Provider extends AutoCloseable {
    /**
     * Lists the addresses of this host that an adapter can be opened on.
     *
     * @return the addresses, loopback included; never empty
     */
    List<InetAddress> addresses();

    /**
     * Opens an adapter on an address of this host. ND: OpenAdapter.
     *
     * @param address one of {@link #addresses()}
     * @return the adapter
     * @throws NdException INVALID_ADDRESS if the address is not this host's; INSUFFICIENT_RESOURCES if the medium has
     *     no room left; DEVICE_NOT_READY if no driver runs and none may be started; INVALID_HANDLE if closed
     * @throws IllegalStateException on a control agent
     */
    Adapter openAdapter(InetAddress address);

    /**
     * Opens an adapter on the loopback address.
     *
     * @return the adapter
     * @throws NdException as {@link #openAdapter(InetAddress)}
     */
    default Adapter openAdapter() {
        return openAdapter(InetAddress.getLoopbackAddress());
    }

    /**
     * Creates an empty wait set, with which one thread waits for several adapters of this provider. An extension.
     *
     * @return the set, to be closed by the caller
     */
    WaitSet createWaitSet();

    /**
     * Closes every adapter, then ends the control agent. Does nothing once that is done.
     *
     * @throws IllegalStateException if another thread is inside an adapter: that adapter stays open and the agent with it,
     *     all others are closed. Call again when the thread has left. If the control agent is the caller, in what depends
     *     on a future: nothing has changed. Call on another thread
     */
    @Override
    void close();
}
