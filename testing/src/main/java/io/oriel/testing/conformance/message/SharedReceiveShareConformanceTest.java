// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.Adapter;
import io.oriel.api.Completion;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.api.SharedReceiveQueue;
import io.oriel.api.config.EndpointConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the endpoints of a shared receive queue share what it has. */
public abstract class SharedReceiveShareConformanceTest extends ConformanceTest {
    private static final int DEPTH = 64;
    private static final int FEW = 3;
    private static final int ROUNDS = 200_000;

    private final Completion[] result = {new Completion()};

    protected SharedReceiveShareConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves("srq-receive.share")
    void leavesReceivesToOthersWhilePeersThatHaveAskedDoNotRun() {
        assumeTrue(fixture().standsStillUncalled(), "the agent would let the peers send what they were granted");
        SharedReceiveQueue shared = fixture().owner().createSharedReceiveQueue(DEPTH, 0, 0);
        List<ConnectedPair> stopped = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            stopped.add(greeted(fixture().openPeerAdapter(), shared));
        }
        ConnectedPair running = greeted(fixture().peer(), shared);
        post(shared, DEPTH);
        for (ConnectedPair each : stopped) {
            for (int i = 0; i < DEPTH; i++) {
                each.peer().send(i);
            }
            drive(fixture().owner(), 100); // asks, is granted, and does not run again
        }

        for (int i = 0; i < DEPTH; i++) {
            running.peer().send(i);
            assertThat(isReceived(running)).as("message " + i).isTrue();
            post(shared, 1);
        }
    }

    @Test
    @Proves("srq-receive.share")
    void takesReceivesBackFromPeersThatDoNotUseThemAndServesThemWhenTheyRunAgain() {
        assumeTrue(fixture().standsStillUncalled(), "the agent would let the peers send what they were granted");
        assumeTrue(fixture().writesMemory(), "nothing can be taken back from a peer that does not answer");
        SharedReceiveQueue shared = fixture().owner().createSharedReceiveQueue(DEPTH, 0, 0);
        List<ConnectedPair> stopped = new ArrayList<>();
        for (int i = 0; i < FEW + 2; i++) {
            stopped.add(greeted(fixture().openPeerAdapter(), shared));
        }
        ConnectedPair running = greeted(fixture().peer(), shared);
        post(shared, FEW);
        for (ConnectedPair each : stopped) {
            for (int i = 0; i < DEPTH; i++) {
                each.peer().send(i);
            }
            drive(fixture().owner(), 100); // asks, maybe is granted, and does not run again
        }

        for (int i = 0; i < DEPTH; i++) {
            running.peer().send(i);
            assertThat(isReceived(running)).as("message " + i).isTrue();
            post(shared, 1);
        }

        for (ConnectedPair each : stopped) {
            for (int i = 0; i < DEPTH; i++) {
                assertThat(isReceived(each))
                        .as("message " + i + " of one that runs again")
                        .isTrue();
                post(shared, 1);
                assertThat(each.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, i));
            }
        }
    }

    @Test
    @Proves({"srq-receive.share", "srq-receive.completes-success"})
    void givesAPeerWhatItNeedsOneAfterAnother() {
        for (int posted : new int[] {1, 2, 3, DEPTH}) {
            SharedReceiveQueue shared = fixture().owner().createSharedReceiveQueue(DEPTH, 0, 0);
            ConnectedPair pair = pair(fixture().peer(), shared);
            post(shared, posted);

            for (int i = 0; i < posted; i++) {
                pair.peer().send(i);
            }

            assertThat(pair.owner().received(posted)).hasSize(posted);
            for (int i = 0; i < posted; i++) {
                assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, i));
            }
        }
    }

    @Test
    @Proves("srq-receive.share")
    void servesManyPeersThatAskForMoreThanThereIs() {
        SharedReceiveQueue shared = fixture().owner().createSharedReceiveQueue(DEPTH, 0, 0);
        List<ConnectedPair> pairs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            pairs.add(pair(fixture().peer(), shared));
        }
        post(shared, 5);
        for (ConnectedPair each : pairs) {
            for (int i = 0; i < DEPTH; i++) {
                each.peer().send(i);
            }
        }

        int[] received = new int[pairs.size()];
        for (int total = 0; total < pairs.size() * DEPTH; ) {
            fixture().idle();
            for (int i = 0; i < pairs.size(); i++) {
                while (pairs.get(i).owner().receiveQueue().poll(result, 1) == 1) {
                    received[i]++;
                    total++;
                    post(shared, 1);
                }
            }
        }

        assertThat(received).containsOnly(DEPTH);
    }

    /** Makes a pair that has carried a message: nothing has to be made any more for the next. */
    private ConnectedPair greeted(Adapter peer, SharedReceiveQueue shared) {
        ConnectedPair pair = pair(peer, shared);
        post(shared, 1);
        pair.peer().send(0);
        assertThat(isReceived(pair)).isTrue();
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 0));
        return pair;
    }

    private ConnectedPair pair(Adapter peer, SharedReceiveQueue shared) {
        SideConfig side =
                SideConfig.defaults().withEndpoint(EndpointConfig.defaults().withQueueDepth(DEPTH));
        return ConnectedPair.of(
                        fixture(),
                        Side.open(fixture(), fixture().owner(), side, shared),
                        Side.open(fixture(), peer, side))
                .connect();
    }

    private static void post(SharedReceiveQueue shared, int count) {
        for (int i = 0; i < count; i++) {
            assertPosted(shared.receive(i, ScatterGatherList.empty()));
        }
    }

    private boolean isReceived(ConnectedPair pair) {
        for (int round = 0; round < ROUNDS; round++) {
            if (pair.owner().receiveQueue().poll(result, 1) == 1) {
                return true;
            }
            drive(pair.peer().adapter(), 1);
        }
        return false;
    }

    private void drive(Adapter adapter, int rounds) {
        for (int round = 0; round < rounds; round++) {
            fixture().progress(adapter);
            fixture().pause();
        }
    }
}
