// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.connect;

import io.oriel.api.Adapter;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;

/**
 * One attempt to connect to one address: Connect and CompleteConnect, made by polling.
 *
 * <p><b>Threading:</b> the adapter's domain; nothing here waits. Each step that ends wakes a sleep of the adapter's owner.
 */
public final class Dialler implements AutoCloseable {
    private final Adapter adapter;
    private final Endpoint endpoint;
    private final Connector connector;
    private final InetSocketAddress address;
    private final long deadlineNs;
    private Step step;
    private NdStatus status = NdStatus.PENDING;
    private String explanation = "";
    private boolean completing;

    /**
     * Begins the attempt, with as many Reads as the adapters can.
     *
     * @param adapter     of the endpoint
     * @param endpoint    not connected, with its Receives posted; whoever takes no connection from here closes it
     * @param address     where a peer listens
     * @param privateData for the peer
     * @param deadlineNs  when to give up, of the clock {@link System#nanoTime}
     * @throws NdException as {@link Adapter#createConnector}
     */
    public Dialler(Adapter adapter, Endpoint endpoint, InetSocketAddress address, byte[] privateData, long deadlineNs) {
        this.adapter = adapter;
        this.endpoint = endpoint;
        this.address = address;
        this.deadlineNs = deadlineNs;
        connector = adapter.createConnector();
        step = wakes(connector.connect(endpoint, address, Integer.MAX_VALUE, Integer.MAX_VALUE, privateData));
    }

    private Step wakes(CompletableFuture<Void> future) {
        var unused = future.whenComplete((nothing, failure) -> adapter.wakeup());
        return new Step(future);
    }

    /**
     * Goes on as far as it can.
     *
     * @param nowNs of the clock {@link System#nanoTime}
     * @return PENDING; SUCCESS once {@link #connection()} is there; IO_TIMEOUT when the deadline has passed; otherwise as {@link
     *     Connector#connect} and {@link Connector#completeConnect}
     */
    public NdStatus poll(long nowNs) {
        if (status != NdStatus.PENDING) {
            return status;
        }
        NdStatus now = step.status();
        if (now == NdStatus.SUCCESS && !completing) {
            completing = true;
            step = wakes(connector.completeConnect());
            return NdStatus.PENDING;
        }
        if (now == NdStatus.PENDING) {
            if (nowNs - deadlineNs >= 0) {
                fail(NdStatus.IO_TIMEOUT, "no answer in the time given");
            }
        } else if (now == NdStatus.SUCCESS) {
            status = now;
        } else {
            fail(now, step.explanation());
        }
        return status;
    }

    private void fail(NdStatus why, String words) {
        status = why;
        explanation = address + ": " + words;
    }

    /**
     * Returns what the peer has told in its Accept or Reject.
     *
     * @return a copy of the bytes, empty if no peer has answered; nothing about them is certain
     */
    public byte[] privateData() {
        try {
            return connector.privateData();
        } catch (NdException e) {
            return new byte[0]; // nobody has answered
        }
    }

    /**
     * Says why the attempt failed.
     *
     * @return some words, for people; empty if it did not
     */
    public String explanation() {
        return explanation;
    }

    /**
     * Returns the connection, which is the caller's to close from now on.
     *
     * @return the connection
     * @throws IllegalStateException if the attempt has not succeeded
     */
    public Connection connection() {
        if (status != NdStatus.SUCCESS) {
            throw new IllegalStateException("there is no connection: the attempt's status is " + status);
        }
        return new Connection(endpoint, connector, connector.notifyDisconnect());
    }

    /** Abandons the attempt: closes the endpoint and the connector. Not for an attempt whose connection was taken. */
    @Override
    public void close() {
        endpoint.close();
        connector.close();
    }
}
