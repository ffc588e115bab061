// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.oriel.api.Adapter;
import io.oriel.api.NdStatus;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.Medium;
import io.oriel.api.config.OrielConfig;
import io.oriel.examples.gateway.matching.Journal;
import io.oriel.examples.gateway.matching.Matcher;
import io.oriel.examples.gateway.matching.MatcherConfig;
import io.oriel.examples.gateway.protocol.FillDecoder;
import io.oriel.examples.gateway.protocol.OrderAnswerDecoder;
import io.oriel.examples.gateway.protocol.Result;
import io.oriel.examples.gateway.protocol.Side;
import io.oriel.service.config.Surroundings;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An order goes from a member by the gateway to the engine and back, with its fills, and allocates nothing anywhere. */
class GatewayAllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 20_000;
    private static final int ORDERS = 5_000;
    private static final int ATTEMPTS = 20;
    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final Surroundings surroundings = Surroundings.system();
    private final Events events = new Events();

    private static final class Events implements OrderEvents {
        private long answers;
        private long fills;

        @Override
        public void onSession(long lastOrderId) {}

        @Override
        public void onSessionOver() {}

        @Override
        public void onAnswer(OrderAnswerDecoder answer) {
            answers += answer.result() == Result.REJECTED ? 0 : 1;
        }

        @Override
        public void onStatus(long orderId, NdStatus status) {}

        @Override
        public void onFill(FillDecoder fill) {
            fills++;
        }
    }

    @Test
    void anOrderAllocatesNothing(@TempDir Path directory) throws Exception {
        OrielConfig config = OrielConfig.defaults().withMedium(Medium.SHM);
        config = config.withSharedMemory(config.sharedMemory().withDirectory(directory.resolve("d")));
        try (Journal journal = Journal.open(directory.resolve("journal"), 1_000_000);
                Provider provider = NetworkDirect.open(config)) {
            Adapter here = provider.openAdapter();
            Engine engine = new Engine(
                    provider.openAdapter(),
                    ANY,
                    Protocol.engineServer(),
                    surroundings,
                    new Matcher(MatcherConfig.defaults(), journal));
            Gateway gateway = new Gateway(
                    provider.openAdapter(),
                    new Gateway.Config(ANY, Protocol.gatewayServer(), engine.address(), Protocol.engineClient()),
                    surroundings);
            OrderEntry entry =
                    new OrderEntry(here, gateway.address(), Protocol.gatewayClient(), surroundings, 0, events);

            trade(engine, gateway, entry, 1, WARM_UP);
            long least = Long.MAX_VALUE; // the compiler may be at work in one of them
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                long before =
                        THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
                trade(engine, gateway, entry, 1 + WARM_UP + attempt * (long) ORDERS, ORDERS);
                least = Math.min(
                        least,
                        THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
            }

            assertThat(least).isZero();
        }
    }

    /** Of two orders the second fills the first. */
    private void trade(Engine engine, Gateway gateway, OrderEntry entry, long firstId, int count) {
        long answers = events.answers + count;
        long fills = events.fills + count;
        long id = firstId;
        while (events.answers < answers || events.fills < fills) {
            if (id < firstId + count
                    && entry.send(id, 0, id % 2 == 0 ? Side.BUY : Side.SELL, 100, 5) == NdStatus.SUCCESS) {
                id++;
            }
            var unused = entry.poll() + gateway.poll() + engine.poll();
        }
    }
}
