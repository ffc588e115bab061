// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.connect;

import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.net.InetSocketAddress;

/**
 * A peer that asks for a connection: accepted or rejected, once.
 *
 * <p><b>Threading:</b> the adapter's domain; nothing here waits.
 */
public final class Arrival {
    private final Connector connector;
    private final Runnable news;

    Arrival(Connector connector, Runnable news) {
        this.connector = connector;
        this.news = news;
    }

    /**
     * Returns what the peer has told in its Connect.
     *
     * @return a copy of the bytes; nothing about them is certain
     */
    public byte[] privateData() {
        return connector.privateData();
    }

    /**
     * Returns where the peer is.
     *
     * @return its address
     */
    public InetSocketAddress peerAddress() {
        return connector.peerAddress();
    }

    /**
     * Accepts, on an endpoint. Its first Receive may complete before the peer's completion of the connection is told here.
     *
     * @param endpoint    not connected
     * @param privateData for the peer
     * @param deadlineNs  when to give up waiting for the peer, of the clock {@link System#nanoTime}
     * @return what to poll
     */
    public Acceptance accept(Endpoint endpoint, byte[] privateData, long deadlineNs) {
        Step step = new Step(connector.accept(endpoint, 0, 0, privateData));
        var end = connector.notifyDisconnect();
        var unused = end.whenComplete((nothing, failure) -> news.run());
        return new Acceptance(new Connection(endpoint, connector, end), step, deadlineNs);
    }

    /**
     * Refuses.
     *
     * @param privateData for the peer
     * @return SUCCESS; CONNECTION_ABORTED if the peer has given up; otherwise as {@link Connector#reject}
     */
    public NdStatus reject(byte[] privateData) {
        try {
            connector.reject(privateData);
            return NdStatus.SUCCESS;
        } catch (NdException e) {
            return e.status();
        } finally {
            connector.close();
        }
    }
}
