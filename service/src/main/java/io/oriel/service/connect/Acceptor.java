// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.connect;

import io.oriel.api.Adapter;
import io.oriel.api.Connector;
import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A listener with the request that waits for the next peer, looked at by polling.
 *
 * <p><b>Threading:</b> the adapter's domain; nothing here waits.
 */
public final class Acceptor implements AutoCloseable {
    private final Adapter adapter;
    private final Listener listener;
    private final InetSocketAddress address;
    // Counted by the control agent, read by the domain's owner.
    private final AtomicInteger ends = new AtomicInteger();
    private Connector connector;
    private Step request;
    private boolean closed;

    /**
     * Listens.
     *
     * @param adapter whose domain polls
     * @param address of this host; port 0 lets the adapter choose
     * @param backlog peers that wait at most for {@link #poll}, 0 for no limit
     * @throws NdException as {@link Listener#bind} and {@link Listener#listen}
     */
    public Acceptor(Adapter adapter, InetSocketAddress address, int backlog) {
        this.adapter = adapter;
        listener = adapter.createListener();
        try {
            listener.bind(address);
            listener.listen(backlog);
            this.address = listener.localAddress();
            connector = adapter.createConnector();
            request = new Step(listener.getConnectionRequest(connector));
        } catch (Throwable e) {
            listener.close();
            throw e;
        }
    }

    /**
     * Returns where it listens.
     *
     * @return the address, with the port chosen
     */
    public InetSocketAddress localAddress() {
        return address;
    }

    /**
     * Takes the peers that have come.
     *
     * @param handler accepts or rejects each
     * @return how many there were, with those that have given up
     * @throws NdException once, if nobody can come any more: DEVICE_REMOVED if the adapter's driver died, INVALID_HANDLE if the adapter was
     *     closed
     */
    public int poll(Consumer<Arrival> handler) {
        int count = 0;
        while (!closed) {
            NdStatus status = request.status();
            if (status == NdStatus.PENDING) {
                break;
            }
            if (status == NdStatus.DEVICE_REMOVED || status == NdStatus.INVALID_HANDLE) {
                close();
                throw new NdException(status, "the listener at " + address + " cannot take requests any more");
            }
            Connector taken = connector;
            connector = adapter.createConnector();
            request = new Step(listener.getConnectionRequest(connector));
            count++;
            if (status != NdStatus.SUCCESS) {
                taken.close(); // who asked has given up; others come
                break;
            }
            handler.accept(new Arrival(taken, ends::incrementAndGet, adapter::wakeup));
        }
        return count;
    }

    /**
     * Counts the ends of connections that were accepted from here, so that who has many need not ask each.
     *
     * @return a number that has changed if one has ended
     */
    public int ends() {
        return ends.get();
    }

    /** Stops listening: who waits is refused. Connections made are not touched. Does nothing the second time. */
    @Override
    public void close() {
        closed = true;
        listener.close();
        connector.close();
    }
}
