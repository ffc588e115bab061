// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import static io.oriel.udp.UdpTraffic.posted;

import io.oriel.api.RemoteWindow;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.OrielConfig;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

/** Two sides that close at nearly the same time, long before either would give the other up. */
class UdpFarewellTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int AGENT_TURNS = 5;

    private static OrielConfig patient(OrielConfig config) {
        return config.withTimeouts(config.timeouts().withDeadPeer(LONG).withHandshake(LONG));
    }

    @RepeatedTest(5)
    @Timeout(40)
    void doesNotWaitForFramesThatAnotherWhoClosesWillNeverTake() throws InterruptedException {
        try (UdpPair pair = UdpPair.open(UdpFarewellTest::patient).connect()) {
            RemoteWindow window = pair.grant(pair.two.memory);
            ScatterGatherList all = ScatterGatherList.of(pair.one.memory, 0, UdpPair.REGION_LENGTH);
            posted(pair.one.endpoint.write(2, all, window, 0, 0));

            Thread first = new Thread(pair.one.adapter::close, "first-to-close");
            first.start();
            while (first.getState() == Thread.State.NEW || first.getState() == Thread.State.RUNNABLE) {
                Thread.onSpinWait();
            }
            hearWhatWasSaid(pair.two);
            pair.two.adapter.close();

            first.join();
        }
    }

    /** Lets an agent take what has come for it. */
    private static void hearWhatWasSaid(UdpPair.Side side) throws InterruptedException {
        for (int turn = 0; turn < AGENT_TURNS; turn++) {
            CountDownLatch taken = new CountDownLatch(1);
            side.loop.executeSurely(taken::countDown);
            taken.await();
        }
    }
}
