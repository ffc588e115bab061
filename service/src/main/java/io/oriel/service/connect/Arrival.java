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
    private final Runnable onEnd;
    private final Runnable wake;

    Arrival(Connector connector, Runnable onEnd, Runnable wake) {
        this.connector = connector;
        this.onEnd = onEnd;
        this.wake = wake;
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
     * Accepts, on an endpoint, with as many Reads as the adapters can. Its first Receive may complete before the peer's completion of the
     * connection is told here, which wakes a sleep of the adapter's owner.
     *
     * @param endpoint    not connected
     * @param privateData for the peer
     * @param deadlineNs  when to give up waiting for the peer, of the clock {@link System#nanoTime}
     * @return what to poll
     */
    public Acceptance accept(Endpoint endpoint, byte[] privateData, long deadlineNs) {
        var accepting = connector.accept(endpoint, Integer.MAX_VALUE, Integer.MAX_VALUE, privateData);
        var unusedWake = accepting.whenComplete((nothing, failure) -> wake.run());
        var end = connector.notifyDisconnect();
        var unusedEnd = end.whenComplete((nothing, failure) -> onEnd.run());
        return new Acceptance(new Connection(endpoint, connector, end), new Step(accepting), deadlineNs);
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
