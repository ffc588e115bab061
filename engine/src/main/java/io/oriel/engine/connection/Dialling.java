// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.NdStatus;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import java.net.InetSocketAddress;
import java.time.Duration;

/** The dials of one connection: more than one only if the link that is found is being closed. On the agent. */
final class Dialling implements DialHandler {
    private static final long FIRST_DELAY_NS = Duration.ofMillis(1).toNanos();
    private static final long MAX_DELAY_NS = Duration.ofMillis(50).toNanos();

    private final Connections connections;
    private final Connection connection;
    private final InetSocketAddress destination;
    private final long deadlineNs;
    private long delayNs = FIRST_DELAY_NS;

    Dialling(Connections connections, Connection connection, InetSocketAddress destination) {
        this.connections = connections;
        this.connection = connection;
        this.destination = destination;
        deadlineNs = connections.loop().nanoTime() + connections.handshakeNs();
    }

    void dial() {
        if (connection.phase() == Phase.DIALLING) { // or it was abandoned meanwhile
            connections.port().dial(destination, this);
        }
    }

    private void redial() {
        try {
            dial();
        } catch (Throwable e) {
            connection.giveUp(e);
            throw e;
        }
    }

    @Override
    public void dialled(Link to) {
        try {
            take(to);
        } catch (Throwable e) {
            connection.giveUp(e);
            throw e;
        }
    }

    private void take(Link to) {
        LinkConnections found = connections.connectionsOf(to);
        if (connection.phase() != Phase.DIALLING) {
            if (found != null && found.isUnused()) { // else nobody would ever close it
                connections.linkUnused(found);
            }
        } else if (found != null && found.takeUp()) {
            connection.linked(found);
        } else {
            dialAgain();
        }
    }

    @Override
    public void failed(NdStatus status, String reason) {
        connection.dialFailed(status, reason);
    }

    private void dialAgain() {
        if (connections.loop().nanoTime() - deadlineNs >= 0) {
            connection.dialFailed(NdStatus.IO_TIMEOUT, "the former link to " + destination + " is not closed in time");
            return;
        }
        connections.loop().schedule(delayNs, this::redial);
        delayNs = Math.min(2 * delayNs, MAX_DELAY_NS);
    }
}
