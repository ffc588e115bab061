// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.run;

import io.oriel.api.Adapter;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.Provider;
import io.oriel.service.Server;
import io.oriel.service.ServerHandlers;
import io.oriel.service.config.ServerConfig;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/** One server of a group, with its adapter and its thread. */
final class ServerThread {
    private final ServerHandlers handlers;
    private final @Nullable IdleStrategy idle;
    private final Thread thread;
    private final CompletableFuture<Open> opened = new CompletableFuture<>();
    // Set by any thread, read by the server's; pairs with #progressDrain.
    private volatile boolean draining;
    // Set by the server's thread, read by any; pairs with #isDrained.
    private volatile boolean drained;

    /** What the thread has opened, for other threads. */
    private record Open(InetSocketAddress address, PollLoop loop, Adapter adapter) {}

    /** Sleeps if there is no idle strategy. */
    ServerThread(
            Provider provider,
            InetSocketAddress address,
            ServerConfig config,
            ServerHandlers handlers,
            @Nullable IdleStrategy idle) {
        this.handlers = handlers;
        this.idle = idle;
        thread = new Thread(() -> open(provider, address, config), "oriel-server-" + address.getPort());
        thread.start();
    }

    private void open(Provider provider, InetSocketAddress address, ServerConfig config) {
        try (Adapter adapter = provider.openAdapter(address.getAddress());
                Server server = Server.open(adapter, address, config, handlers)) {
            run(adapter, server);
        } catch (Throwable e) {
            if (!opened.completeExceptionally(e)) {
                handlers.errors().onError(e);
            }
        } finally {
            drained = true;
        }
    }

    private void run(Adapter adapter, Server server) {
        PollLoop loop = new PollLoop(adapter, server, new Duty() {
            @Override
            public int poll() {
                return progressDrain(server);
            }

            @Override
            public long untilDueNs(long nowNs) {
                return Long.MAX_VALUE;
            }
        });
        opened.complete(new Open(server.address(), loop, adapter));
        if (idle != null) {
            loop.runBusy(idle);
            return;
        }
        NdStatus status = loop.runSleeping();
        if (status.isFailure()) {
            throw new NdException(status, "the thread of the server at " + server.address() + " cannot wait any more");
        }
    }

    private int progressDrain(Server server) {
        if (draining && !drained) {
            server.drain();
            drained = server.isDrained();
        }
        return 0;
    }

    /** Waits until the server listens, and returns where; throws what has kept it from it. */
    InetSocketAddress address() {
        try {
            return opened.join().address();
        } catch (CompletionException e) {
            if (e.getCause() instanceof NdException known) {
                throw new NdException(known.status(), String.valueOf(known.getMessage()), known);
            }
            throw e;
        }
    }

    void drain() {
        draining = true;
        if (!opened.isCompletedExceptionally()) {
            opened.join().adapter().wakeup();
        }
    }

    boolean isDrained() {
        return drained;
    }

    /** Ends the loop; the thread closes what it has opened. */
    void stop() {
        var unused = opened.handle((open, failure) -> {
            if (open != null) {
                open.loop().stop();
            }
            return open;
        });
    }

    void join() throws InterruptedException {
        thread.join();
    }
}
