// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.connect;

import io.oriel.api.Adapter;
import io.oriel.api.Endpoint;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.service.config.RedialConfig;
import io.oriel.service.config.Surroundings;
import io.oriel.service.name.Resolution;
import io.oriel.service.name.Resolver;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Connects to a service by its name, again and again: finds its addresses, tries one after the other, waits, and begins anew.
 *
 * <p>It rests while the connection that it has made is in use, and until {@link #redial} is called.
 *
 * <p><b>Threading:</b> the adapter's domain; nothing here waits.
 */
public final class Redialler implements AutoCloseable {
    private final Adapter adapter;
    private final Resolver resolver;
    private final String name;
    private final RedialConfig config;
    private final DialHandler handler;
    private final Surroundings surroundings;
    private @Nullable Resolution resolution;
    private @Nullable Dialler dialler;
    private List<InetSocketAddress> addresses = List.of();
    private @Nullable InetSocketAddress left;
    private @Nullable InetSocketAddress address;
    private int next;
    private boolean resting;
    private long delayNs;
    private long deadlineNs;
    private long waitUntilNs;
    private long connectedNs;
    private boolean closed;

    /**
     * Begins with the next {@link #poll}.
     *
     * @param adapter  of all endpoints
     * @param resolver that knows the name
     * @param name     of the service
     * @param config   how often, how long
     * @param handler  of connections
     * @param surroundings where the time comes from, and chance
     */
    public Redialler(
            Adapter adapter,
            Resolver resolver,
            String name,
            RedialConfig config,
            DialHandler handler,
            Surroundings surroundings) {
        this.adapter = adapter;
        this.resolver = resolver;
        this.name = name;
        this.config = config;
        this.handler = handler;
        this.surroundings = surroundings;
        delayNs = config.firstDelay().toNanos();
        waitUntilNs = surroundings.nanoTime();
    }

    /**
     * Goes on as far as it can.
     *
     * @param nowNs of the surroundings
     * @return 1 if something was done, otherwise 0
     */
    public int poll(long nowNs) {
        if (closed || resting) {
            return 0;
        }
        if (dialler != null) {
            return pollDialler(dialler, nowNs);
        }
        if (resolution != null) {
            return pollResolution(resolution, nowNs);
        }
        if (nowNs - waitUntilNs < 0) {
            return 0;
        }
        if (next < addresses.size()) {
            dial(addresses.get(next++), nowNs);
        } else {
            deadlineNs = nowNs + config.attemptTimeout().toNanos();
            resolution = new Resolution(resolver, name, adapter::wakeup);
        }
        return 1;
    }

    private int pollResolution(Resolution pending, long nowNs) {
        NdStatus status = pending.status();
        if (status == NdStatus.PENDING && nowNs - deadlineNs < 0) {
            return 0;
        }
        resolution = null;
        if (status == NdStatus.SUCCESS) {
            addresses = pending.addresses();
            // Who has left is not the first to be asked again.
            next = addresses.size() > 1 && addresses.get(0).equals(left) ? 1 : 0;
            left = null;
            return 1;
        }
        pending.close();
        addresses = List.of();
        next = 0;
        delay(nowNs);
        if (status == NdStatus.PENDING) {
            handler.onFailure(NdStatus.IO_TIMEOUT, "'" + name + "' was not resolved in the time given", new byte[0]);
        } else {
            handler.onFailure(status, pending.explanation(), new byte[0]);
        }
        return 1;
    }

    private void dial(InetSocketAddress to, long nowNs) {
        address = to;
        if (to.isUnresolved()) {
            failed(NdStatus.INVALID_ADDRESS, to + " is the name of no host", new byte[0], nowNs);
            return;
        }
        Endpoint endpoint = null;
        try {
            endpoint = handler.newEndpoint();
            deadlineNs = nowNs + config.attemptTimeout().toNanos();
            dialler = new Dialler(adapter, endpoint, to, handler.privateData(), deadlineNs);
        } catch (NdException e) {
            if (endpoint != null) {
                endpoint.close();
            }
            failed(e.status(), to + ": " + e.getMessage(), new byte[0], nowNs);
        }
    }

    private int pollDialler(Dialler pending, long nowNs) {
        NdStatus status = pending.poll(nowNs);
        if (status == NdStatus.PENDING) {
            return 0;
        }
        dialler = null;
        byte[] privateData = pending.privateData();
        if (status == NdStatus.SUCCESS) {
            resting = true;
            connectedNs = nowNs;
            handler.onConnection(pending.connection(), privateData);
        } else {
            pending.close();
            failed(status, pending.explanation(), privateData, nowNs);
        }
        return 1;
    }

    private void failed(NdStatus status, String explanation, byte[] privateData, long nowNs) {
        if (next >= addresses.size()) {
            delay(nowNs);
        }
        handler.onFailure(status, explanation, privateData);
    }

    private void delay(long nowNs) {
        waitUntilNs = nowNs + delayNs / 2 + surroundings.random().nextLong(delayNs / 2 + 1);
        delayNs = Math.min(2 * delayNs, config.maxDelay().toNanos());
    }

    /**
     * Begins anew, because the connection is not in use any more: with the next address if the peer has said that it leaves, else with
     * the first one, in any case after the delay that is due.
     *
     * @param peerLeaves whether the peer has said so
     * @param nowNs      of the surroundings
     */
    public void redial(boolean peerLeaves, long nowNs) {
        if (resting) {
            resting = false;
            if (nowNs - connectedNs >= config.maxDelay().toNanos()) {
                delayNs = config.firstDelay().toNanos();
            }
            left = peerLeaves ? address : null;
            addresses = List.of(); // asked for anew
            next = 0;
            delay(nowNs);
        }
    }

    /**
     * Tells when something is due that no event tells of.
     *
     * @param nowNs of the surroundings
     * @return nanoseconds, at least 0; {@link Long#MAX_VALUE} if nothing is
     */
    public long untilDueNs(long nowNs) {
        if (closed || resting) {
            return Long.MAX_VALUE;
        }
        long dueNs = dialler != null || resolution != null ? deadlineNs : waitUntilNs;
        return Math.max(0, dueNs - nowNs);
    }

    /** Abandons what has begun. Connections that were handed over are not touched. Does nothing the second time. */
    @Override
    public void close() {
        closed = true;
        if (dialler != null) {
            dialler.close();
            dialler = null;
        }
        if (resolution != null) {
            resolution.close();
            resolution = null;
        }
    }
}
