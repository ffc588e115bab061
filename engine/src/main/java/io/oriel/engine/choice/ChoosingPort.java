// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.choice;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.address.LocalAddresses;
import io.oriel.engine.counter.AdapterCounter;
import io.oriel.engine.counter.CounterSet;
import io.oriel.engine.transport.Alarm;
import io.oriel.engine.transport.DialHandler;
import io.oriel.engine.transport.Link;
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
    private final Detours detours;
    private final Alarm alarm;

    // Why a link that was dialled is on its medium. Used by the agent alone.
    private final Map<Link, String> reasons = new WeakHashMap<>();

    ChoosingPort(Port onHost, Port betweenHosts, Detours detours) {
        this.onHost = onHost;
        this.betweenHosts = betweenHosts;
        this.detours = detours;
        alarm = new JointAlarm(onHost.alarm(), betweenHosts.alarm());
    }

    @Override
    public RegionMemory allocate(long length) {
        return onHost.allocate(length);
    }

    /** Listens at the same address on both media; on this host's first, see {@link HostDial}. */
    @Override
    public Listening listen(InetSocketAddress address) {
        for (int attempt = 1; ; attempt++) {
            Listening host = onHost.listen(address);
            try {
                return new JointListening(host, betweenHosts.listen(host.address()));
            } catch (NdException e) {
                host.close();
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
            new HostDial(this, destination, handler).begin();
        } else {
            String reason = destination.getAddress().getHostAddress() + " is not on this host";
            betweenHosts.dial(destination, new ReasonedDial(this, handler, reason));
        }
    }

    Port onHost() {
        return onHost;
    }

    Port betweenHosts() {
        return betweenHosts;
    }

    Detours detours() {
        return detours;
    }

    /** A dial has ended with a link; true for its first one. */
    boolean chosen(Link link, String reason) {
        return reasons.putIfAbsent(link, reason) == null;
    }

    /** A peer on this host has not been met on the host's own medium. */
    void detoured(Link link, InetSocketAddress destination, String reason) {
        counters().increment(AdapterCounter.DETOURS);
        if (chosen(link, reason)) {
            detours.warning()
                    .accept("the adapter at " + destination
                            + " is on this host, but not reached as fast as it could be, by " + explain(link));
        }
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
            betweenHosts.close();
        } finally {
            onHost.close(); // the last to stop listening, see HostDial
        }
    }
}
