// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.completion;

import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER_4;
import static io.oriel.api.NdStatus.NO_MORE_ENTRIES;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Endpoint;
import io.oriel.api.NotifyType;
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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** INDEndpoint::StartRequestBatch and SubmitRequestBatch, and NDK_OP_FLAG_DEFER. */
public abstract class RequestBatchConformanceTest extends ConformanceTest {
    private static final ScatterGatherList EMPTY = ScatterGatherList.empty();

    protected RequestBatchConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"batch.success", "batch.start", "batch.submit", "batch.statuses"})
    void changesNoResultAndNoOrder() {
        ConnectedPair pair = connected();
        Side peer = pair.peer();
        RemoteWindow remote = pair.grant(pair.owner().newWindow(), 0, 64, READ_WRITE);
        pair.owner().receive(1, 64, 8);
        pair.owner().receive(2, 72, 8);
        peer.put(0, "in batch");

        assertPosted(peer.endpoint().startRequestBatch());
        assertPosted(peer.endpoint().write(3, peer.range(0, 8), remote, 0, OpFlags.NONE));
        peer.send(4, 0, 8);
        assertPosted(peer.endpoint().send(5, peer.range(0, 8), OpFlags.SILENT_SUCCESS));
        assertPosted(peer.endpoint().read(6, peer.range(8, 8), remote, 0, OpFlags.READ_FENCE));
        assertThat(peer.endpoint().send(7, EMPTY, 0x1000)).isEqualTo(INVALID_PARAMETER_4);
        assertPosted(peer.endpoint().submitRequestBatch());

        assertThat(peer.initiated(3))
                .containsExactly(
                        Outcome.success(RequestType.WRITE, 3),
                        Outcome.success(RequestType.SEND, 4),
                        Outcome.success(RequestType.READ, 6));
        assertThat(pair.owner().received(2))
                .containsExactly(Outcome.success(RequestType.RECEIVE, 1), Outcome.success(RequestType.RECEIVE, 2));
        assertThat(pair.owner().text(0, 8)).isEqualTo("in batch");
        assertThat(pair.owner().text(72, 8)).isEqualTo("in batch");
        assertThat(peer.text(8, 8)).isEqualTo("in batch");
    }

    @Test
    @Proves("batch.slots")
    void makesNoRoomInTheInitiatorQueue() {
        ConnectedPair pair = connected(EndpointConfig.defaults().withQueueDepth(2));

        assertPosted(pair.peer().endpoint().startRequestBatch());
        pair.peer().send(1);
        pair.peer().send(2);

        assertThat(pair.peer().endpoint().send(3, EMPTY, OpFlags.NONE)).isEqualTo(NO_MORE_ENTRIES);
        assertPosted(pair.peer().endpoint().submitRequestBatch());
    }

    @Test
    @Proves("batch.submit-alone")
    void canBeBegunAndSubmittedAtAnyTime() {
        ConnectedPair pair = connected();
        Endpoint endpoint = pair.peer().endpoint();
        pair.owner().receive(1);

        assertPosted(endpoint.submitRequestBatch());
        assertPosted(endpoint.startRequestBatch());
        assertPosted(endpoint.startRequestBatch());
        pair.peer().send(2);
        assertPosted(endpoint.submitRequestBatch());
        assertPosted(endpoint.submitRequestBatch());

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves({"batch.success", "batch.closed"})
    void needsNothingButAnOpenEndpoint() {
        Side side = Side.open(fixture(), fixture().owner(), SideConfig.defaults());

        assertPosted(side.endpoint().startRequestBatch());
        assertThat(side.endpoint().send(1, EMPTY, OpFlags.NONE)).isEqualTo(CONNECTION_INVALID);
        side.receive(2);
        assertPosted(side.endpoint().submitRequestBatch());
        assertPosted(side.endpoint().flush());
        assertPosted(side.endpoint().startRequestBatch());
        side.endpoint().close();

        assertThat(side.endpoint().startRequestBatch()).isEqualTo(INVALID_HANDLE);
        assertThat(side.endpoint().submitRequestBatch()).isEqualTo(INVALID_HANDLE);
    }

    @Test
    @Proves({"batch.never-submitted", "defer.completes"})
    void arrivesThoughItIsNeverSubmitted() {
        ConnectedPair pair = connected();
        assertPosted(pair.peer().endpoint().startRequestBatch());

        for (int i = 0; i < 20; i++) {
            pair.owner().receive(i);
            CompletableFuture<Void> any = pair.owner().receiveQueue().requestNotification(NotifyType.ANY);
            int flags = OpFlags.SILENT_SUCCESS | (i % 2 == 0 ? OpFlags.DEFER : OpFlags.NONE);
            assertPosted(pair.peer().endpoint().send(i, EMPTY, flags));

            fixture().getDriving(any, fixture().peer());
            assertThat(pair.owner().outcomesNow()).containsExactly(Outcome.success(RequestType.RECEIVE, i));
        }
    }
}
