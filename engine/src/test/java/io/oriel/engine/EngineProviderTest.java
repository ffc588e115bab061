// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Provider;
import io.oriel.api.config.OrielConfig;
import io.oriel.engine.control.ControlLoop;
import io.oriel.engine.control.SelectorLoop;
import io.oriel.engine.testing.FakePort;
import io.oriel.engine.testing.MappedMemory;
import io.oriel.engine.transport.Port;
import io.oriel.engine.transport.PortOwner;
import io.oriel.engine.transport.RegionMemory;
import io.oriel.engine.transport.Transport;
import io.oriel.engine.transport.TransportFactory;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The end of a provider while a thread is closing one of its adapters. */
class EngineProviderTest {
    private final CountDownLatch releasing = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private final FakeTransport transport = new FakeTransport();

    /** A medium whose regions are released when the test says so. */
    private final class FakeTransport implements Transport, TransportFactory {
        private final FakePort port = new FakePort();
        private final AtomicInteger closings = new AtomicInteger();
        private volatile boolean closed;

        @Override
        public String medium() {
            return "fake";
        }

        @Override
        public Transport open(OrielConfig config, ControlLoop loop) {
            return this;
        }

        @Override
        public List<InetAddress> addresses() {
            return List.of(InetAddress.getLoopbackAddress());
        }

        @Override
        public Port openPort(InetAddress address, PortOwner owner) {
            return (Port) Proxy.newProxyInstance(
                    Port.class.getClassLoader(),
                    new Class<?>[] {Port.class},
                    (proxy, method, arguments) ->
                            method.getName().equals("allocate") ? memory() : method.invoke(port, arguments));
        }

        private RegionMemory memory() {
            return new MappedMemory(64, () -> {
                releasing.countDown();
                awaitQuietly(goOn);
            });
        }

        @Override
        public void close() {
            closings.incrementAndGet();
            closed = true;
            closing.countDown();
            awaitQuietly(goOn);
        }
    }

    @Test
    void leavesTheMediumToAThreadThatIsStillClosingAnAdapter() throws InterruptedException {
        try (SelectorLoop loop = SelectorLoop.start(new LinkedBlockingQueue<>()::add)) {
            Provider provider = EngineProviderFactory.open(OrielConfig.defaults(), loop, transport);
            Adapter adapter = provider.openAdapter(InetAddress.getLoopbackAddress());
            assertThat(adapter.allocateMemory(64, AccessFlags.ALLOW_LOCAL_WRITE).isRegistered())
                    .isTrue();
            Thread closing = new Thread(adapter::close);
            closing.start();
            releasing.await();

            assertThatIllegalStateException().isThrownBy(provider::close);

            assertThat(transport.closed).isFalse();
            goOn.countDown();
            closing.join();
            provider.close();
            assertThat(transport.closed).isTrue();
        }
    }

    @Test
    void closesTheMediumOnceThoughTwoThreadsCloseTheProvider() throws InterruptedException {
        try (SelectorLoop loop = SelectorLoop.start(new LinkedBlockingQueue<>()::add)) {
            Provider provider = EngineProviderFactory.open(OrielConfig.defaults(), loop, transport);
            Thread first = new Thread(provider::close);
            Thread second = new Thread(provider::close);
            first.start();
            closing.await();
            second.start();
            while (second.getState() != Thread.State.BLOCKED && second.getState() != Thread.State.WAITING) {
                Thread.onSpinWait(); // it waits for the first, or closes the medium as well
            }

            goOn.countDown();
            first.join();
            second.join();

            assertThat(transport.closings).hasValue(1);
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
