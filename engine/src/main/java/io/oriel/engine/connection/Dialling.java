// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.NdStatus;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.Port;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The dials of one connection: more than one only if the link that is found is being closed. On the agent. */
final class Dialling implements DialHandler {
    private static final long FIRST_DELAY_NS = Duration.ofMillis(1).toNanos();
    private static final long MAX_DELAY_NS = Duration.ofMillis(50).toNanos();

    private final ConnectionNews news;
    private final Way way;
    private final Connection connection;
    private final InetSocketAddress destination;
    private final Expectation expectation;
    private final long deadlineNs;
    private long delayNs = FIRST_DELAY_NS;

    /**
     * How an adapter dials.
     *
     * @param port        of the adapter
     * @param loop        the control agent
     * @param handshakeNs for how long the sides may take to meet
     */
    record Way(Port port, ControlLoop loop, long handshakeNs) {}

    Dialling(
            ConnectionNews news,
            Way way,
            Connection connection,
            InetSocketAddress destination,
            Expectation expectation) {
        this.news = news;
        this.way = way;
        this.connection = connection;
        this.destination = destination;
        this.expectation = expectation;
        deadlineNs = way.loop().nanoTime() + way.handshakeNs();
    }

    void dial() {
        if (connection.phase() == Phase.DIALLING) { // or it was abandoned meanwhile
            way.port().dial(destination, this);
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
        LinkConnections found = news.connectionsOf(to);
        if (connection.phase() != Phase.DIALLING) {
            closeIfUnused(found);
        } else if (!expectation.isMetBy(to.peerProcess())) {
            closeIfUnused(found);
            connection.dialFailed(
                    NdStatus.CONNECTION_REFUSED, expectation.refusal(destination, to.peerProcess(), to.explain()));
        } else if (found != null && found.takeUp()) {
            connection.linked(found);
        } else {
            dialAgain();
        }
    }

    /** Nobody else would ever close it. */
    private void closeIfUnused(@Nullable LinkConnections found) {
        if (found != null && found.isUnused()) {
            news.onUnused(found);
        }
    }

    @Override
    public void failed(NdStatus status, String reason) {
        connection.dialFailed(status, reason);
    }

    private void dialAgain() {
        if (way.loop().nanoTime() - deadlineNs >= 0) {
            connection.dialFailed(NdStatus.IO_TIMEOUT, "the former link to " + destination + " is not closed in time");
            return;
        }
        way.loop().schedule(delayNs, this::redial);
        delayNs = Math.min(2 * delayNs, MAX_DELAY_NS);
    }
}
