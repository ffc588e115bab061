// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.transport.Alarm;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
import io.oriel.engine.transport.LocalAddresses;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.RegionMemory;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.WeakHashMap;

/** Two media as one adapter uses them. */
final class ChoosingPort implements Port {
    private static final int ATTEMPTS = 64;

    private final Port onHost;
    private final Port betweenHosts;
    private final Alarm alarm;

    // Why a link that was dialled is on its medium. Used by the agent alone.
    private final Map<Link, String> reasons = new WeakHashMap<>();

    ChoosingPort(Port onHost, Port betweenHosts) {
        this.onHost = onHost;
        this.betweenHosts = betweenHosts;
        alarm = new JointAlarm(onHost.alarm(), betweenHosts.alarm());
    }

    @Override
    public RegionMemory allocate(long length) {
        return onHost.allocate(length);
    }

    /** Listens at the same address on both media. */
    @Override
    public Listening listen(InetSocketAddress address) {
        for (int attempt = 1; ; attempt++) {
            Listening between = betweenHosts.listen(address);
            try {
                return new JointListening(onHost.listen(between.address()), between);
            } catch (NdException e) {
                between.close();
                boolean isAnyPort = address.getPort() == 0 && e.status() == NdStatus.SHARING_VIOLATION;
                if (!isAnyPort || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    @Override
    public void dial(InetSocketAddress destination, DialHandler handler) {
        if (LocalAddresses.contain(destination.getAddress())) {
            String reason = destination.getAddress().getHostAddress() + " is on this host";
            onHost.dial(destination, new HostDial(this, destination, handler, reason));
        } else {
            String reason = destination.getAddress().getHostAddress() + " is not on this host";
            betweenHosts.dial(destination, new ReasonedDial(this, handler, reason));
        }
    }

    /** The peer cannot be met on this host's medium. */
    void dialBetweenHosts(InetSocketAddress destination, DialHandler handler, String reason) {
        betweenHosts.dial(destination, new ReasonedDial(this, handler, reason));
    }

    void chosen(Link link, String reason) {
        reasons.putIfAbsent(link, reason);
    }

    @Override
    public String explain(Link link) {
        String reason = reasons.get(link);
        return reason == null ? link.explain() : link.explain() + "; chosen because " + reason;
    }

    @Override
    public void publishCredit(int endpointId, long word) {
        onHost.publishCredit(endpointId, word);
        betweenHosts.publishCredit(endpointId, word);
    }

    @Override
    public void kick() {
        onHost.kick();
        betweenHosts.kick();
    }

    @Override
    public Alarm alarm() {
        return alarm;
    }

    @Override
    public CounterSet counters() {
        return onHost.counters();
    }

    @Override
    public void close() {
        try {
            onHost.close();
        } finally {
            betweenHosts.close();
        }
    }
}
