// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.remote.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.WaitSet;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.resource.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls by a socket, whose other end is in a thread here. */
final class RemoteCallsTest {
    private final Path directory = Directories.make("oriel-calls");
    private final There there = new There();
    private RemoteCalls<Root> calls = open();

    /** What the test calls. */
    interface Root {
        @Nullable
        Object same(@Nullable Object value);

        int fill(MutableDirectBuffer buffer, int value);

        void fail(NdStatus status);

        CompletableFuture<Integer> begin();

        WaitSet set();

        boolean isSet(WaitSet set);
    }

    /** What carries it out. */
    private static final class There implements Root {
        private final WaitSet set = (WaitSet) Proxy.newProxyInstance(
                WaitSet.class.getClassLoader(),
                new Class<?>[] {WaitSet.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> throw new UnsupportedOperationException(method.toString());
                });
        private volatile CompletableFuture<Integer> begun = new CompletableFuture<>();

        @Override
        public @Nullable Object same(@Nullable Object value) {
            return value;
        }

        @Override
        public int fill(MutableDirectBuffer buffer, int value) {
            buffer.putInt(4, value);
            return buffer.capacity();
        }

        @Override
        public void fail(NdStatus status) {
            throw new NdException(status, "as asked for");
        }

        @Override
        public CompletableFuture<Integer> begin() {
            begun = new CompletableFuture<>();
            return begun;
        }

        @Override
        public WaitSet set() {
            return set;
        }

        @Override
        public boolean isSet(WaitSet given) {
            return given == set;
        }
    }

    private RemoteCalls<Root> open() {
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(directory.resolve("s"));
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            RemoteCalls<Root> opened = RemoteCalls.over(SocketChannel.open(address), Root.class);
            SocketChannel accepted = server.accept();
            Thread thread = new Thread(() -> serve(accepted), "peer");
            thread.setDaemon(true);
            thread.start();
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void serve(SocketChannel socket) {
        try {
            CallServer.serve(socket, Root.class, there);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() {
        calls.close();
        Directories.delete(directory);
    }

    @Test
    void copiesValues() {
        OrielConfig config = OrielConfig.defaults();

        assertThat(calls.root().same(null)).isNull();
        assertThat(calls.root().same(1)).isEqualTo(1);
        assertThat(calls.root().same(1L << 40)).isEqualTo(1L << 40);
        assertThat(calls.root().same(true)).isEqualTo(true);
        assertThat(calls.root().same("text")).isEqualTo("text");
        assertThat(calls.root().same(NdStatus.CANCELED)).isEqualTo(NdStatus.CANCELED);
        assertThat(calls.root().same(directory)).isEqualTo(directory);
        assertThat(calls.root().same(config)).isEqualTo(config);
        assertThat(calls.root().same(new byte[] {1, 2})).isEqualTo(new byte[] {1, 2});
    }

    @Test
    void bringsBackWhatWasWrittenToABuffer() {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[12]);
        buffer.putInt(8, 7);

        assertThat(calls.root().fill(buffer, 42)).isEqualTo(12);

        assertThat(buffer.getInt(0)).isZero();
        assertThat(buffer.getInt(4)).isEqualTo(42);
        assertThat(buffer.getInt(8)).isEqualTo(7);
    }

    @Test
    void throwsWhatTheCallHasThrown() {
        assertThatThrownBy(() -> calls.root().fail(NdStatus.DEVICE_BUSY))
                .isInstanceOfSatisfying(
                        NdException.class,
                        failure -> assertThat(failure.status()).isEqualTo(NdStatus.DEVICE_BUSY))
                .hasMessageContaining("as asked for");
    }

    @Test
    void standsInForObjectsOfTheApi() {
        WaitSet set = calls.root().set();

        assertThat(calls.root().set()).isSameAs(set);
        assertThat(calls.root().isSet(set)).isTrue();
        assertThat(calls.root().isSet(there.set)).isFalse(); // which is of this process, and no stand-in
    }

    @Test
    void endsAFutureThatHasEndedThere() {
        CompletableFuture<Integer> future = calls.root().begin();
        assertThat(future.isDone()).isFalse();

        there.begun.complete(42);

        assertThat(future.isDone()).isTrue();
        assertThat(future.join()).isEqualTo(42);
    }

    @Test
    void cancelsAFutureThere() {
        CompletableFuture<Integer> future = calls.root().begin();

        assertThat(future.cancel(true)).isTrue();

        assertThat(there.begun).isCancelled();
        assertThat(future).isCancelled();
    }

    @Test
    void forgetsObjectsButNotTheRoot() {
        WaitSet set = calls.root().set();

        calls.forget();

        assertThat(calls.root().set()).isNotSameAs(set);
        assertThat(calls.root().same(1)).isEqualTo(1);
    }

    @Test
    void callsNothingOnceItIsOver() {
        WaitSet set = calls.root().set();

        calls.end();

        assertThat(calls.isOver()).isTrue();
        assertThatThrownBy(() -> calls.root().same(1)).isInstanceOf(IllegalStateException.class);
        set.close(); // has ended with its process
    }
}
