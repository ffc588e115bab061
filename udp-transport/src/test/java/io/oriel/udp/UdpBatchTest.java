// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Endpoint;
import io.oriel.api.ScatterGatherList;
import io.oriel.testing.SeededRandom;
import io.oriel.udp.relay.ChaosRelay;
import io.oriel.udp.relay.RelayedSide;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Small messages that are posted together. */
@Timeout(60)
class UdpBatchTest {
    private static final int MESSAGES = 8;
    private static final int LENGTH = 32;
    private static final int FRAMES_OF_MESSAGES = MESSAGES * (16 + LENGTH);

    private final ChaosRelay relay = new ChaosRelay(SeededRandom.create(UdpBatchTest.class));
    private final UdpPair pair = UdpPair.open(
                    config -> config, InetAddress.getLoopbackAddress(), new RelayedSide(relay))
            .connect();
    private final Endpoint from = pair.one.endpoint;

    @AfterEach
    void close() {
        pair.close();
        relay.close();
    }

    private void postReceives() {
        for (int count = 0; count < MESSAGES; count++) {
            posted(pair.two.endpoint.receive(count, ScatterGatherList.of(pair.two.memory, 0, LENGTH)));
        }
        posted(pair.one.endpoint.receive(0, ScatterGatherList.of(pair.one.memory, 0, LENGTH)));
        posted(pair.two.endpoint.send(0, ScatterGatherList.of(pair.two.memory, 0, LENGTH), 0)); // tells of them
        pair.one.nextSuccess();
        pair.two.nextSuccess();
    }

    private void send() {
        for (int count = 0; count < MESSAGES; count++) {
            posted(from.send(count, ScatterGatherList.of(pair.one.memory, 0, LENGTH), 0));
        }
    }

    private void awaitAll(UdpPair.Side side) {
        for (int count = 0; count < MESSAGES; count++) {
            assertThat(side.nextSuccess().requestContext()).isEqualTo(count);
        }
    }

    @Test
    void goTogetherInABatch() {
        postReceives();
        AtomicInteger frames = new AtomicInteger();
        relay.lose(passage -> {
            if (!passage.isControl() && passage.length() > FRAMES_OF_MESSAGES) {
                frames.incrementAndGet();
            }
            return false;
        });

        posted(from.startRequestBatch());
        send();
        posted(from.submitRequestBatch());

        awaitAll(pair.two);
        awaitAll(pair.one);
        assertThat(frames).hasValue(1);
    }

    @Test
    void arriveThoughTheSendersApplicationDoesNothingElse() {
        postReceives();

        send();

        while (pair.two.completions.size() < MESSAGES) {
            pair.two.poll();
        }
        awaitAll(pair.two);
        awaitAll(pair.one);
    }

    @Test
    void arriveThoughTheirBatchIsNotSubmittedAndTheSendersApplicationDoesNothingElse() {
        postReceives();

        posted(from.startRequestBatch());
        send();

        while (pair.two.completions.size() < MESSAGES) {
            pair.two.poll();
        }
        awaitAll(pair.two);
        awaitAll(pair.one);
    }
}
