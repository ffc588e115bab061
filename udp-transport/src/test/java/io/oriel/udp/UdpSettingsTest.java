// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.AccessFlags;
import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.api.config.OrielConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of all lengths on links whose lengths are set to both ends of their ranges, and to a kernel's defaults. */
class UdpSettingsTest {
    private static final int SMALL = 8;
    private static final int LARGE = 300_000;
    private static final long TIMEOUT_SECONDS = 120;

    private static OrielConfig set(OrielConfig config, int termLength, int datagramLength, int socketLength) {
        return config.withUdp(config.udp()
                .withTermLength(termLength)
                .withMtuLength(datagramLength)
                .withSocketBufferLength(socketLength));
    }

    @ParameterizedTest
    @Timeout(TIMEOUT_SECONDS)
    @CsvSource({
        "65536, 1024, 65536, 1",
        "65536, 8192, 65536, 1",
        "1048576, 8928, 65536, 1",
        "524288, 65504, 65536, 1",
        "1048576, 32768, 212992, 1",
        "1048576, 8928, 212992, 4",
        "65536, 1408, 212992, 18",
        "65536, 1024, 67108864, 1"
    })
    void carrySmallAndLargeMessages(int termLength, int datagramLength, int socketLength, int links) {
        exchange(termLength, datagramLength, socketLength, links);
    }

    @ParameterizedTest
    @Timeout(TIMEOUT_SECONDS)
    @EnabledIfSystemProperty(named = "oriel.test.whole", matches = "true")
    @CsvSource({
        "524288, 65504, 65536, 4",
        "1048576, 8928, 212992, 64",
        "65536, 1408, 212992, 64",
        "67108864, 1024, 65536, 1",
        "67108864, 65504, 67108864, 1"
    })
    void carrySmallAndLargeMessagesOfManyLinksOrInLongLogs(
            int termLength, int datagramLength, int socketLength, int links) {
        exchange(termLength, datagramLength, socketLength, links);
    }

    /** Each link is one between another adapter of side one and the adapter of side two. */
    private static void exchange(int termLength, int datagramLength, int socketLength, int count) {
        try (UdpPair pair = UdpPair.open(config -> set(config, termLength, datagramLength, socketLength))) {
            List<Link> links = new ArrayList<>();
            links.add(new Link(pair, pair.one.adapter));
            while (links.size() < count) {
                links.add(new Link(pair, pair.one.provider.openAdapter(pair.one.address)));
            }
            for (int length : new int[] {SMALL, LARGE, SMALL, LARGE}) {
                links.forEach(each -> each.send(length));
                links.forEach(Link::awaitBoth);
            }
        }
    }

    /** Two connected endpoints. */
    private static final class Link {
        private final UdpPair pair;
        private final End one;
        private final End two;

        Link(UdpPair pair, Adapter adapter) {
            this.pair = pair;
            one = new End(adapter);
            two = new End(pair.two.adapter);
            pair.connect(adapter.createConnector(), one.endpoint, pair.two.adapter.createConnector(), two.endpoint);
        }

        void send(int length) {
            one.post(length);
            two.post(length);
        }

        void awaitBoth() {
            pair.await("the messages", () -> {
                boolean isOneDone = one.isDone(); // polls, as the other does
                return two.isDone() && isOneDone;
            });
        }
    }

    /** An endpoint with a queue of its own. */
    private static final class End {
        private final CompletionQueue queue;
        private final Endpoint endpoint;
        private final MemoryRegion memory;
        private final Completion[] taken = {new Completion(), new Completion()};
        private int outstanding;

        End(Adapter adapter) {
            queue = adapter.createCompletionQueue(2);
            endpoint = adapter.createEndpoint(
                    queue, queue, EndpointConfig.defaults().withQueueDepth(1));
            memory = adapter.allocateMemory(2 * LARGE, AccessFlags.ALLOW_LOCAL_WRITE);
        }

        void post(int length) {
            posted(endpoint.receive(0, ScatterGatherList.of(memory, 0, LARGE)));
            posted(endpoint.send(1, ScatterGatherList.of(memory, LARGE, length), 0));
            outstanding = 2;
        }

        boolean isDone() {
            int count = queue.poll(taken, taken.length);
            for (int i = 0; i < count; i++) {
                assertThat(taken[i].status()).isEqualTo(NdStatus.SUCCESS);
            }
            outstanding -= count;
            return outstanding == 0;
        }
    }
}
