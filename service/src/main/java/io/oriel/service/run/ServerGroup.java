// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.run;

import io.oriel.api.ControlAgent;
import io.oriel.api.NdException;
import io.oriel.api.Provider;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ServerConfig;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Several servers of one kind, each with an address, an adapter and a thread of its own: one for each core, say. They share nothing.
 *
 * <p><b>Threading:</b> safe for any thread but those of the servers, in which the handlers are called.
 */
public final class ServerGroup implements AutoCloseable {
    private final List<ServerThread> threads = new ArrayList<>();

    private ServerGroup(
            Provider provider,
            List<InetSocketAddress> addresses,
            ServerConfig config,
            IntFunction<ServerHandlers> handlers,
            Supplier<? extends @Nullable IdleStrategy> idle) {
        ControlAgent.requireOtherThread();
        for (int index = 0; index < addresses.size(); index++) {
            threads.add(new ServerThread(provider, addresses.get(index), config, handlers.apply(index), idle.get()));
        }
        try {
            threads.forEach(ServerThread::address);
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    /**
     * Opens servers whose threads poll without end.
     *
     * @param provider  of the adapters
     * @param addresses of this host, one for each server
     * @param config    of each server
     * @param handlers  makes those of each server, by its index
     * @param idle      makes an idle strategy for each thread
     * @return the servers, to be closed by the caller
     * @throws NdException as {@link Provider#openAdapter(java.net.InetAddress)} and {@link io.oriel.service.Server#open}; the others are
     *     closed then
     */
    public static ServerGroup openBusy(
            Provider provider,
            List<InetSocketAddress> addresses,
            ServerConfig config,
            IntFunction<ServerHandlers> handlers,
            Supplier<IdleStrategy> idle) {
        return new ServerGroup(provider, addresses, config, handlers, idle);
    }

    /**
     * Opens servers whose threads sleep while there is nothing to do.
     *
     * @param provider  of the adapters
     * @param addresses of this host, one for each server
     * @param config    of each server
     * @param handlers  makes those of each server, by its index
     * @return the servers, to be closed by the caller
     * @throws NdException as {@link #openBusy}
     */
    public static ServerGroup openSleeping(
            Provider provider,
            List<InetSocketAddress> addresses,
            ServerConfig config,
            IntFunction<ServerHandlers> handlers) {
        return new ServerGroup(provider, addresses, config, handlers, () -> null);
    }

    /**
     * Returns addresses that differ by their ports, one after the other.
     *
     * @param first of them
     * @param count how many, at least 1; the last port is at most 65535
     * @return the addresses
     * @throws IllegalArgumentException if count is out of its range
     */
    public static List<InetSocketAddress> consecutive(InetSocketAddress first, int count) {
        int most = 65_536 - first.getPort();
        if (count < 1 || count > most) {
            throw new IllegalArgumentException("count must be in 1.." + most + ", was " + count);
        }
        return IntStream.range(0, count)
                .mapToObj(index -> new InetSocketAddress(first.getAddress(), first.getPort() + index))
                .toList();
    }

    /**
     * Returns where the servers listen.
     *
     * @return an address for each, with the port chosen
     */
    public List<InetSocketAddress> addresses() {
        return threads.stream().map(ServerThread::address).toList();
    }

    /** Begins an orderly end of all servers, as {@link io.oriel.service.Server#drain}. */
    public void drain() {
        threads.forEach(ServerThread::drain);
    }

    /**
     * Tells whether the orderly end has come.
     *
     * @return true once all requests are answered and all clients have left, after {@link #drain}
     */
    public boolean isDrained() {
        return threads.stream().allMatch(ServerThread::isDrained);
    }

    /** Closes all servers and waits for their threads to end; an interrupt is left set, and ends the waiting. Does nothing the second time. */
    @Override
    public void close() {
        ControlAgent.requireOtherThread(); // the threads that are awaited wait for it
        threads.forEach(ServerThread::stop);
        for (ServerThread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
