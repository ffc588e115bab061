// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.completion;

import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.CompletionQueue;
import io.oriel.api.Endpoint;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
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
import org.junit.jupiter.api.Test;

/** INDEndpoint::Flush. */
public abstract class FlushConformanceTest extends ConformanceTest {
    protected FlushConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"flush.unconnected", "flush.at-return", "flush.success"})
    void cancelsReceivesOfAnEndpointThatWasNeverConnected() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(8);
        Endpoint endpoint = fixture().owner().createEndpoint(queue, queue, EndpointConfig.defaults());
        Side side = Side.open(fixture(), fixture().owner(), SideConfig.defaults());
        for (int i = 0; i < 64; i++) {
            assertPosted(side.endpoint().receive(i, ScatterGatherList.empty()));
            assertPosted(endpoint.receive(i, ScatterGatherList.empty()));
        }

        assertPosted(side.endpoint().flush());

        assertThat(side.outcomesNow())
                .hasSize(64)
                .allMatch(outcome -> outcome.equals(Outcome.canceled(RequestType.RECEIVE, outcome.context())));
        assertPosted(side.endpoint().flush());
        assertThat(side.outcomesNow()).isEmpty();
    }

    @Test
    @Proves("flush.spends-endpoint")
    void usesUpAnEndpointThatWasNeverConnected() {
        Side side = Side.open(fixture(), fixture().owner(), SideConfig.defaults());

        assertPosted(side.endpoint().flush());

        assertThat(fixture()
                        .statusOf(side.connector()
                                .connect(side.endpoint(), fixture().freshAddress())))
                .isEqualTo(CONNECTION_INVALID);
        assertThat(side.endpoint().receive(1, ScatterGatherList.empty())).isEqualTo(CONNECTION_INVALID);
    }

    @Test
    @Proves({"flush.canceled", "flush.ends-connection", "receive.canceled", "send.canceled"})
    void cancelsBothQueuesInOrderAndEndsTheConnection() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, 64, READ_WRITE);
        pair.owner().send(90); // waits for a Receive that never comes
        for (int i = 0; i < 5; i++) {
            pair.owner().receive(i);
        }
        peer.receive(9);
        assertThat(pair.owner().received(0)).isEmpty();

        assertPosted(pair.owner().endpoint().flush());

        assertThat(pair.owner().outcomesNow())
                .startsWith(
                        Outcome.canceled(RequestType.RECEIVE, 0),
                        Outcome.canceled(RequestType.RECEIVE, 1),
                        Outcome.canceled(RequestType.RECEIVE, 2),
                        Outcome.canceled(RequestType.RECEIVE, 3),
                        Outcome.canceled(RequestType.RECEIVE, 4))
                .hasSize(6);
        assertThat(pair.owner().endpoint().isConnected()).isFalse();
        peer.assertDisconnected();
        assertThat(peer.endpoint().write(1, peer.range(0, 8), remote, 0, OpFlags.NONE))
                .isEqualTo(CONNECTION_INVALID);
    }

    @Test
    @Proves("flush.peer-receives")
    void cancelsThePeersReceivesToo() {
        ConnectedPair pair = connected();
        pair.peer().receive(1);
        pair.peer().receive(2);

        assertPosted(pair.owner().endpoint().flush());

        assertThat(pair.peer().received(2))
                .containsExactly(Outcome.canceled(RequestType.RECEIVE, 1), Outcome.canceled(RequestType.RECEIVE, 2));
    }

    @Test
    @Proves("flush.others-alone")
    void leavesOtherEndpointsOfTheSameQueueAlone() {
        CompletionQueue queue = fixture().owner().createCompletionQueue(8);
        Endpoint flushed = fixture()
                .owner()
                .createEndpoint(queue, queue, EndpointConfig.defaults().withContext(1));
        Endpoint other = fixture()
                .owner()
                .createEndpoint(queue, queue, EndpointConfig.defaults().withContext(2));
        assertPosted(other.receive(5, ScatterGatherList.empty()));
        assertPosted(flushed.receive(6, ScatterGatherList.empty()));

        assertPosted(flushed.flush());

        Completion[] results = {new Completion(), new Completion()};
        assertThat(queue.poll(results, 2)).isEqualTo(1);
        assertThat(results[0].endpointContext()).isEqualTo(1);
        assertThat(Outcome.of(results[0])).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 6));
    }

    @Test
    @Proves("flush.in-progress")
    void cancelsALongTransferInProgress() {
        ConnectedPair pair = connectedForBulk();
        int length = fixture().bulkLength();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, length, READ_WRITE);
        keepTheLinkBusy();
        assertPosted(pair.peer().endpoint().write(1, pair.peer().range(0, length), remote, 0, OpFlags.NONE));
        assertPosted(pair.peer().endpoint().read(2, pair.peer().range(0, length), remote, 0, OpFlags.NONE));
        fixture().progress(fixture().owner());

        assertPosted(pair.peer().endpoint().flush());

        assertThat(pair.peer().initiated(2))
                .containsExactly(Outcome.canceled(RequestType.WRITE, 1), Outcome.canceled(RequestType.READ, 2));
        pair.assertDisconnected();
        pair.peer().assertNothingMore();
        pair.owner().assertNothingMore();
    }

    @Test
    @Proves("flush.memory-free")
    void leavesTheMemoryOfCanceledRequestsAlone() {
        ConnectedPair pair = connectedForBulk();
        int length = fixture().bulkLength();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, length, OpFlags.ALLOW_READ);
        keepTheLinkBusy();
        assertPosted(pair.peer().endpoint().read(2, pair.peer().range(0, length), remote, 0, OpFlags.NONE));
        fixture().progress(fixture().owner());

        assertPosted(pair.peer().endpoint().flush());
        pair.peer().memory().setMemory(0, length, (byte) 4);

        assertThat(pair.peer().initiated()).isEqualTo(Outcome.canceled(RequestType.READ, 2));
        fixture().settle();
        pair.peer().assertEveryByte(0, length, (byte) 4);
    }
}
