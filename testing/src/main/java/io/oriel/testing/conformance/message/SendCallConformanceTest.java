// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.message;

import static io.oriel.api.NdStatus.ACCESS_VIOLATION;
import static io.oriel.api.NdStatus.BUFFER_OVERFLOW;
import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.DATA_OVERRUN;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_4;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.nio.charset.StandardCharsets;
import java.util.stream.LongStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** INDEndpoint::Send: its flags, and what the call returns. */
public abstract class SendCallConformanceTest extends ConformanceTest {
    protected SendCallConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"send.inline", "requests.inline-not-limited", "register.inline-outside"})
    void copiesInlineDataDuringTheCall() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withMaxSge(1));
        pair.owner().receive(1, 0, 100);
        UnsafeBuffer text = new UnsafeBuffer("inline".getBytes(StandardCharsets.US_ASCII));
        ScatterGatherList list =
                new ScatterGatherList(3).add(text, 0, 2).add(text, 2, 2).add(text, 4, 2);

        assertPosted(pair.peer().endpoint().send(2, list, OpFlags.INLINE));
        text.setMemory(0, text.capacity(), (byte) 'x');

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.owner().text(0, 6)).isEqualTo("inline");
    }

    @Test
    @Proves({"send.inline-waiting", "send.waits-for-receive"})
    void copiesInlineDataDuringTheCallEvenWhenTheMessageMustWait() {
        ConnectedPair pair = connected();
        UnsafeBuffer text = new UnsafeBuffer("inline".getBytes(StandardCharsets.US_ASCII));
        ScatterGatherList list = new ScatterGatherList(1).add(text, 0, 6);

        assertPosted(pair.peer().endpoint().send(2, list, OpFlags.INLINE));
        text.setMemory(0, text.capacity(), (byte) 'x');
        pair.owner().receive(1, 0, 100);

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.owner().text(0, 6)).isEqualTo("inline");
    }

    @Test
    @Proves({
        "send.buffer-overflow",
        "send.data-overrun",
        "send.flags",
        "requests.not-registered",
        "requests.call-failure"
    })
    void refusesWhatIsAboveItsLimitsAndStaysUsable() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withMaxSge(1).withInlineDataSize(8));
        Side peer = pair.peer();
        pair.owner().receive(1, 0, 100);
        long tooLong = peer.adapter().info().requests().maxTransferLength() + 1;
        ScatterGatherList two =
                new ScatterGatherList(2).add(peer.region(), 0, 1).add(peer.region(), 1, 1);
        ScatterGatherList unregistered = new ScatterGatherList(1).add(new UnsafeBuffer(new byte[8]), 0, 8);

        assertThat(peer.endpoint().send(2, peer.range(0, tooLong), OpFlags.NONE))
                .isEqualTo(BUFFER_OVERFLOW);
        assertThat(peer.endpoint().send(2, peer.range(0, 9), OpFlags.INLINE)).isEqualTo(BUFFER_OVERFLOW);
        assertThat(peer.endpoint().send(2, two, OpFlags.NONE)).isEqualTo(DATA_OVERRUN);
        assertThat(peer.endpoint().send(2, peer.range(0, 1), OpFlags.ALLOW_READ))
                .isEqualTo(INVALID_PARAMETER_4);
        assertThat(peer.endpoint().send(2, peer.range(0, 1), 0x40)).isEqualTo(INVALID_PARAMETER_4);
        assertThat(peer.endpoint().send(2, unregistered, OpFlags.NONE)).isEqualTo(ACCESS_VIOLATION);

        peer.send(3, 0, 1);
        assertThat(peer.initiated()).isEqualTo(Outcome.success(RequestType.SEND, 3));
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        pair.peer().assertNothingMore();
    }

    @Test
    @Proves({"send.no-more-entries", "requests.slot-reuse"})
    void refusesMoreThanItsQueueHoldsUntilACompletionIsTaken() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withInitiatorQueueDepth(2));
        pair.owner().receive(1);
        pair.owner().receive(2);
        pair.peer().send(3);
        pair.peer().send(4);
        fixture().settle();

        assertThat(pair.peer().endpoint().send(5, ScatterGatherList.empty(), OpFlags.NONE))
                .isEqualTo(NO_MORE_ENTRIES);

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 3));
        pair.peer().send(5);
        pair.owner().receive(6);
        assertThat(pair.peer().initiated(2))
                .containsExactly(Outcome.success(RequestType.SEND, 4), Outcome.success(RequestType.SEND, 5));
    }

    @Test
    @Proves({"send.silent", "requests.silent-slot", "requests.silent-proof"})
    void needsNoCompletionToReuseTheSlotOfASilentRequest() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withInitiatorQueueDepth(2));
        for (int i = 0; i < 50; i++) {
            pair.owner().receive(i);
            int context = i;
            fixture()
                    .await(
                            "a free slot",
                            () -> pair.peer()
                                            .endpoint()
                                            .send(context, ScatterGatherList.empty(), OpFlags.SILENT_SUCCESS)
                                    == NdStatus.SUCCESS);
            assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, i));
        }

        pair.owner().receive(50);
        fixture().settle();
        pair.peer().send(99);

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 99));
        pair.peer().assertNothingMore();
    }

    @Test
    @Proves("send.connection-invalid")
    void refusesAnEndpointThatIsNotConnected() {
        ConnectedPair pair = ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
        assertThat(pair.peer().endpoint().send(1, ScatterGatherList.empty(), OpFlags.NONE))
                .isEqualTo(CONNECTION_INVALID);

        LongStream.range(0, 3).forEach(pair.peer()::receive);
        pair.connect();
        fixture().get(pair.owner().connector().disconnect());

        pair.assertDisconnected();
    }
}
