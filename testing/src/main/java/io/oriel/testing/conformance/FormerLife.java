// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Adapter;
import io.oriel.api.Connector;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Connections that the fixture's adapters had before the test. Ids of their endpoints, and the link between them, are used
 * again by the connections of the test: whatever a former life has left behind comes to light there.
 */
final class FormerLife {
    /** The first endpoint of a test takes the id of the connection that was closed first. */
    private static final int CONNECTIONS = 2;

    private static final int RECEIVES = 3;

    private final ConformanceFixture fixture;

    private FormerLife(ConformanceFixture fixture) {
        this.fixture = fixture;
    }

    /** Lives it, to its end. */
    static void liveOn(ConformanceFixture fixture) {
        new FormerLife(fixture).live();
    }

    private void live() {
        List<ConnectedPair> pairs = new ArrayList<>();
        for (int i = 0; i < CONNECTIONS; i++) {
            pairs.add(ConnectedPair.open(fixture, SideConfig.defaults(), SideConfig.defaults())
                    .connect());
        }
        for (ConnectedPair each : pairs) {
            use(each.peer(), each.owner());
            use(each.owner(), each.peer());
        }
        for (ConnectedPair each : pairs) {
            end(each);
        }
        takeNews();
    }

    /** Takes the news that connections have ended: agents tell it after they complete the futures of the end. */
    private void takeNews() {
        for (Adapter each : List.of(fixture.owner(), fixture.peer())) {
            try (Connector connector = each.createConnector()) {
                CompletableFuture<Void> refused = connector.completeConnect();
                assertThat(fixture.statusOf(refused)).isEqualTo(NdStatus.CONNECTION_INVALID);
            }
        }
        fixture.idle();
    }

    /** Leaves a Receive unused, of which the sender knows. */
    private static void use(Side sender, Side receiver) {
        for (int i = 0; i < RECEIVES; i++) {
            receiver.receive(i);
        }
        for (int i = 0; i < RECEIVES - 1; i++) {
            sender.send(i);
            assertThat(receiver.received()).isEqualTo(Outcome.success(RequestType.RECEIVE, i));
            assertThat(sender.initiated()).isEqualTo(Outcome.success(RequestType.SEND, i));
        }
    }

    private void end(ConnectedPair pair) {
        fixture.get(pair.peer().connector().disconnect());
        pair.assertDisconnected();
        pair.peer().close();
        pair.owner().close();
    }
}
