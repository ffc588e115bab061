// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.message;

import static io.oriel.api.NdStatus.IO_TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.oriel.api.MemoryWindow;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.TimeoutConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Sends that find no Receive. */
public abstract class ReceiverNotReadyConformanceTest extends ConformanceTest {
    protected ReceiverNotReadyConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Override
    protected OrielConfig config() {
        return OrielConfig.defaults()
                .withTimeouts(TimeoutConfig.defaults().withReceiverNotReady(Duration.ofMillis(500)));
    }

    @Test
    @Proves({"send.io-timeout", "send.receiver-untouched"})
    void timesOutWithoutTroublingTheReceiver() {
        ConnectedPair pair = connected();
        pair.peer().receive(5);

        pair.peer().send(1, 0, 100);
        pair.peer().send(2, 0, 100);

        assertThat(pair.peer().initiated(2))
                .containsExactly(new Outcome(RequestType.SEND, IO_TIMEOUT, 1), Outcome.canceled(RequestType.SEND, 2));
        assertThat(pair.peer().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 5));
        pair.assertDisconnected();
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves({"send-and-invalidate.needs-receive", "send-and-invalidate.io-timeout"})
    void timesOutASendAndInvalidateWithoutTouchingTheReceiver() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().adapter().createMemoryWindow(12);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(1, ScatterGatherList.empty(), remote, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, IO_TIMEOUT, 1));
        pair.assertDisconnected();
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves("send.time-from-waiting")
    void countsTheTimeOfEachSendApart() {
        assumeFalse(fixture().supportsBlockingWaits(), "the time of the medium cannot be stepped");
        ConnectedPair pair = connected();

        for (int i = 0; i < 40; i++) {
            pair.peer().send(i);
            for (int round = 0; round < 1500; round++) {
                fixture().idle();
            }
            pair.owner().receive(i);
            assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, i));
        }

        assertThat(pair.owner().received(40)).last().isEqualTo(Outcome.success(RequestType.RECEIVE, 39));
    }

    @Test
    @Proves("send.waits-for-receive")
    void sendsWhenTheReceiverIsReadyInTime() {
        ConnectedPair pair = connected();
        pair.peer().put(0, "late");

        pair.peer().send(1, 0, 4);
        pair.owner().receive(2, 0, 4);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 2));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 1));
        assertThat(pair.owner().text(0, 4)).isEqualTo("late");
    }
}
