// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.service.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Connector;
import io.oriel.api.Endpoint;
import io.oriel.api.Listener;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.NotifyType;
import io.oriel.api.WaitSet;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.service.ServerHandlers;
import io.oriel.service.bench.Bench;
import io.oriel.service.bench.Handlers;
import io.oriel.service.bench.OnBothMedia;
import io.oriel.service.config.ServerConfig;
import io.oriel.service.table.LookupConfig;
import io.oriel.service.table.RemoteTable;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Timeout;

/** Calls in actions that depend on a control future. The control agent runs them, and must not wait. */
@Timeout(60)
class ControlAgentTest {
    private static final long LONG_NS = TimeUnit.MINUTES.toNanos(10);

    /** Runs an action on the control agent. */
    private static <T> CompletableFuture<T> begin(Adapter adapter, Supplier<T> action) {
        Listener listener = listener(adapter);
        CompletableFuture<T> result = listener.getConnectionRequest(adapter.createConnector())
                .handle((nothing, failure) -> {
                    assertThat(Thread.currentThread().getName()).isEqualTo("oriel-agent");
                    return action.get();
                });
        listener.close();
        return result;
    }

    private static <T> T onAgent(Adapter adapter, Supplier<T> action) {
        try {
            return begin(adapter, action).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error failure) {
                throw failure; // an assertion of the action
            }
            throw e;
        }
    }

    private static void onAgent(Adapter adapter, Runnable action) {
        onAgent(adapter, () -> {
            action.run();
            return true;
        });
    }

    private static Listener listener(Adapter adapter) {
        Listener listener = adapter.createListener();
        listener.bind(Bench.anyAddress());
        listener.listen(1);
        return listener;
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            assertThat(thread.isAlive()).isTrue();
            Thread.onSpinWait();
        }
    }

    @OnBothMedia
    void refusesCallsThatWaitAndNothingHasChanged(Medium medium) {
        try (Bench bench = new Bench(medium);
                WaitSet set = bench.provider().createWaitSet();
                ServerGroup group = ServerGroup.openSleeping(
                        bench.provider(),
                        List.of(Bench.anyAddress()),
                        ServerConfig.defaults(),
                        index -> ServerHandlers.of(Handlers.DOUBLE))) {
            Adapter adapter = bench.adapter();
            Listener listener = listener(adapter);
            Listener unbound = adapter.createListener();
            CompletableFuture<Void> pending = listener.getConnectionRequest(adapter.createConnector());
            CompletionQueue queue = adapter.createCompletionQueue(1);
            PollLoop loop = new PollLoop(adapter);
            set.add(adapter);
            Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
            calls.put("Provider.openAdapter", () -> bench.provider().openAdapter());
            calls.put("Provider.close", () -> bench.provider().close());
            calls.put("Adapter.close", adapter::close);
            calls.put("Adapter.await", () -> adapter.await(LONG_NS));
            calls.put("CompletionQueue.await", () -> queue.await(NotifyType.ANY, LONG_NS));
            calls.put("WaitSet.await", () -> set.await(LONG_NS));
            calls.put("Listener.bind", () -> unbound.bind(Bench.anyAddress()));
            calls.put("join", pending::join);
            calls.put("get", pending::get);
            calls.put("get with a timeout", () -> pending.get(LONG_NS, TimeUnit.NANOSECONDS));
            calls.put(
                    "join of what depends on it",
                    () -> pending.thenApply(nothing -> 1)
                            .thenCompose(CompletableFuture::completedFuture)
                            .join());
            calls.put("join of a copy", () -> pending.copy().join());
            calls.put("PollLoop.runBusy", () -> loop.runBusy(new YieldingIdleStrategy()));
            calls.put("PollLoop.runSleeping", loop::runSleeping);
            calls.put("PollLoop.runUntil", () -> loop.runUntil(() -> false, Duration.ofNanos(LONG_NS)));
            calls.put(
                    "ServerGroup.openBusy",
                    () -> ServerGroup.openBusy(
                            bench.provider(),
                            List.of(Bench.anyAddress()),
                            ServerConfig.defaults(),
                            index -> ServerHandlers.of(Handlers.DOUBLE),
                            YieldingIdleStrategy::new));
            calls.put("ServerGroup.close", group::close);
            calls.put(
                    "RemoteTable.open",
                    () -> RemoteTable.open(adapter, listener.localAddress(), LookupConfig.defaults()));
            if (medium == Medium.SHM) {
                calls.put("NetworkDirect.open", () -> NetworkDirect.open(OrielConfig.defaults()));
                calls.put("Adapter.allocateMemory", () -> adapter.allocateMemory(1, 0));
            }

            onAgent(
                    adapter,
                    () -> calls.forEach((name, call) -> assertThatThrownBy(call)
                            .as(name)
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("thenRunAsync")));

            unbound.bind(Bench.anyAddress());
            assertThat(pending).isNotDone();
            assertThat(set.await(0)).isEqualTo(NdStatus.TIMEOUT);
            assertThat(group.addresses()).hasSize(1);
        }
    }

    @OnBothMedia
    void makesCallsThatDoNotWait(Medium medium) {
        try (Bench bench = new Bench(medium);
                WaitSet set = bench.provider().createWaitSet()) {
            Adapter adapter = bench.adapter();
            CompletionQueue queue = adapter.createCompletionQueue(4);
            Endpoint endpoint = adapter.createEndpoint(queue, queue, EndpointConfig.defaults());
            Listener listener = listener(adapter);
            Listener bound = adapter.createListener();
            bound.bind(Bench.anyAddress());
            CompletableFuture<Void> done = CompletableFuture.completedFuture(null);

            onAgent(adapter, () -> {
                set.add(adapter);
                assertThat(set.await(0)).isEqualTo(NdStatus.TIMEOUT);
                assertThat(adapter.await(0)).isEqualTo(NdStatus.TIMEOUT);
                assertThat(queue.await(NotifyType.ANY, 0)).isEqualTo(NdStatus.TIMEOUT);
                done.join();
                bound.listen(1);
                Connector connector = adapter.createConnector();
                assertThatThrownBy(() -> connector.reject(new byte[0])).isInstanceOf(NdException.class);
                connector.close();
                MemoryRegion region = adapter.registerMemory(new UnsafeBuffer(new byte[8]), AccessFlags.NONE);
                region.deregister();
                assertThat(endpoint.flush()).isEqualTo(NdStatus.SUCCESS);
                endpoint.close();
                queue.close();
                listener.close();
                bound.close();
                adapter.createListener().close();
            });
        }
    }

    /** The other thread waits for the agent with the listener in its hands. */
    @OnBothMedia
    void closesAListenerThatAnotherThreadBinds(Medium medium) throws InterruptedException {
        try (Bench bench = new Bench(medium)) {
            Adapter adapter = bench.adapter();
            Listener listener = adapter.createListener();
            CompletableFuture<Void> bound = new CompletableFuture<>();
            Thread binding = new Thread(() -> {
                try {
                    listener.bind(Bench.anyAddress());
                    bound.complete(null);
                } catch (NdException e) {
                    bound.completeExceptionally(e);
                }
            });

            onAgent(adapter, () -> {
                binding.start();
                while (binding.getState() != Thread.State.WAITING && binding.isAlive()) {
                    Thread.onSpinWait();
                }
                if (medium == Medium.UDP) { // where the agent begins to listen
                    assertThatThrownBy(() -> listener.listen(1)).hasMessageContaining("bind the listener first");
                }
                listener.close();
            });
            binding.join();

            if (medium == Medium.UDP) {
                assertThatThrownBy(bound::join).hasMessageContaining("INVALID_HANDLE");
            }
            assertThatThrownBy(() -> listener.listen(1)).hasMessageContaining("INVALID_HANDLE");
        }
    }

    @OnBothMedia
    void closesAListenerThatAnotherThreadCloses(Medium medium) throws InterruptedException {
        try (Bench bench = new Bench(medium)) {
            Adapter adapter = bench.adapter();
            Listener listener = listener(adapter);
            Thread closing = new Thread(listener::close);

            onAgent(adapter, () -> {
                closing.start();
                if (medium == Medium.UDP) {
                    awaitWaiting(closing);
                }
                listener.close();
            });
            closing.join();

            assertThatThrownBy(() -> listener.listen(1)).hasMessageContaining("INVALID_HANDLE");
        }
    }

    @OnBothMedia
    void usesAWaitSetWhileAnotherThreadOpensAnAdapter(Medium medium) {
        try (Bench bench = new Bench(medium);
                WaitSet set = bench.provider().createWaitSet()) {
            Adapter adapter = bench.adapter();
            CompletableFuture<Adapter> opened = new CompletableFuture<>();
            Thread opening = new Thread(() -> opened.complete(bench.adapter()));

            onAgent(adapter, () -> {
                opening.start();
                while (opening.getState() != Thread.State.WAITING && opening.isAlive()) {
                    Thread.onSpinWait();
                }
                set.add(adapter);
            });

            assertThat(opened.join().info()).isNotNull();
            assertThat(set.await(0)).isNotEqualTo(NdStatus.INVALID_PARAMETER);
        }
    }
}
