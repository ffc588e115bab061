// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The end of a provider while a thread is where it should not be. */
class ProviderCloseTest {
    private static final long A_WHILE_NS = 1_500_000_000L;
    private static final long PERIOD_NS = 1_000_000;

    private final Path directory = ShmTestBed.freshDirectory();
    private final Set<Thread> threadsBefore = agents();
    private final Provider provider = NetworkDirect.open(OrielConfig.defaults()
            .withMedium(Medium.SHM)
            .withSharedMemory(SharedMemoryConfig.defaults().withDirectory(directory)));

    @AfterEach
    void removeDirectory() throws Exception {
        provider.close();
        Files.deleteIfExists(directory.resolve("lock"));
        Files.deleteIfExists(directory);
    }

    @Test
    void closesTheOtherAdaptersWhileAThreadIsInsideOneAndThatOneLater() throws Exception {
        Adapter first = provider.openAdapter();
        Adapter used = provider.openAdapter();
        Adapter last = provider.openAdapter();
        Thread inside = enter(used);

        assertThatThrownBy(provider::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("two threads are inside the same adapter");

        assertClosed(first);
        assertClosed(last);
        assertThatThrownBy(used::close).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(provider::openAdapter).isInstanceOf(NdException.class);
        inside.join();
        used.createCompletionQueue(1); // it stayed open
        assertThat(ShmTestBed.filesBelow(directory)).isNotEmpty();

        provider.close();
        provider.close();

        assertClosed(used);
        assertThat(ShmTestBed.filesBelow(directory)).allMatch(name -> name.equals("lock"));
        for (Thread thread : agents()) {
            if (!threadsBefore.contains(thread)) {
                thread.join();
            }
        }
    }

    @Test
    void closesAnAdapterThatWasRefusedBefore() throws Exception {
        Adapter adapter = provider.openAdapter();
        Thread inside = enter(adapter);
        assertThatThrownBy(adapter::close).isInstanceOf(IllegalStateException.class);
        inside.join();

        adapter.close();

        assertClosed(adapter);
        CompletableFuture.runAsync(provider::close).join();
        assertThat(ShmTestBed.filesBelow(directory)).allMatch(name -> name.equals("lock"));
    }

    @Test
    void refusesToBeClosedInWhatDependsOnAFutureAndChangesNothing() {
        Adapter adapter = provider.openAdapter();

        assertThat(thrownOnAgent(adapter, provider::close))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("on another thread");
        assertThat(thrownOnAgent(adapter, adapter::close))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("on another thread");

        provider.openAdapter().close();
        assertThat(adapter.await(0)).isEqualTo(NdStatus.TIMEOUT);
        provider.close();
        assertClosed(adapter);
        assertThat(ShmTestBed.filesBelow(directory)).allMatch(name -> name.equals("lock"));
    }

    private static Throwable thrownOnAgent(Adapter adapter, ThrowingCallable task) {
        Listener listener = adapter.createListener();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        listener.listen(1);
        CompletableFuture<Throwable> thrown = listener.getConnectionRequest(adapter.createConnector())
                .handle((none, canceled) -> catchThrowable(task));
        listener.close();
        return thrown.join();
    }

    /** A thread that waits in an adapter for a while; returns once it sleeps there. */
    private static Thread enter(Adapter adapter) {
        Thread inside = new Thread(() -> {
            NdStatus status = adapter.await(A_WHILE_NS);
            assert status == NdStatus.TIMEOUT;
        });
        inside.start();
        // Not by calls: what tells that two threads are inside is the caller's to avoid, and not exact.
        while (inside.isAlive() && Arrays.stream(inside.getStackTrace()).noneMatch(ProviderCloseTest::isSelect)) {
            LockSupport.parkNanos(PERIOD_NS);
        }
        return inside;
    }

    private static boolean isSelect(StackTraceElement frame) {
        return frame.getMethodName().equals("select");
    }

    private static void assertClosed(Adapter adapter) {
        assertThat(adapter.await(0)).isEqualTo(NdStatus.INVALID_HANDLE);
    }

    private static Set<Thread> agents() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("oriel-agent"))
                .collect(Collectors.toSet());
    }
}
