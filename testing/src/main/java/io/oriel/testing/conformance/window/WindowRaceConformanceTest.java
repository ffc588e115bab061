// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.window;

import static io.oriel.api.NdStatus.INVALID_DEVICE_REQUEST;
import static io.oriel.api.NdStatus.REMOTE_ERROR;
import static io.oriel.api.NdStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.oriel.api.Adapter;
import io.oriel.api.MemoryWindow;
import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The race between the owner's Invalidate and the peer's SendAndInvalidate of the same window. */
public abstract class WindowRaceConformanceTest extends ConformanceTest {
    private static final long WINDOW = 12;
    private static final int RACES = 60;

    protected WindowRaceConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"invalidate.race", "invalidate.race-disconnects"})
    void isWonByTheOwnerWhoComesFirst() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().adapter().createMemoryWindow(WINDOW);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        pair.owner().receive(1);

        assertPosted(pair.owner().endpoint().invalidate(2, window, OpFlags.NONE));
        assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.INVALIDATE, 2));
        assertPosted(pair.peer().endpoint().sendAndInvalidate(3, ScatterGatherList.empty(), remote, OpFlags.NONE));

        assertThat(pair.peer().initiated()).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 3));
        assertThat(pair.owner().received()).isEqualTo(new Outcome(RequestType.RECEIVE, INVALID_DEVICE_REQUEST, 1));
        pair.assertDisconnected();
    }

    @Test
    @Proves({"invalidate.race", "invalidate.race-disconnects"})
    void isWonByTheOwnerWhoPostsBeforeTheMessageArrives() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().adapter().createMemoryWindow(WINDOW);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        pair.owner().receive(1);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(3, ScatterGatherList.empty(), remote, OpFlags.NONE));
        assertPosted(pair.owner().endpoint().invalidate(2, window, OpFlags.NONE));

        assertExactlyOneWins(pair, "posted without a poll between them");
    }

    @Test
    @Proves({"invalidate.race", "invalidate.race-disconnects"})
    void isWonByThePeerWhoComesFirst() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().adapter().createMemoryWindow(WINDOW);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        pair.owner().receive(1);
        pair.owner().receive(4);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(3, ScatterGatherList.empty(), remote, OpFlags.NONE));
        assertThat(pair.owner().received(2))
                .containsExactly(
                        Outcome.success(RequestType.INVALIDATE, WINDOW), Outcome.success(RequestType.RECEIVE, 1));
        assertPosted(pair.owner().endpoint().invalidate(2, window, OpFlags.NONE));

        assertThat(pair.owner().initiated()).isEqualTo(new Outcome(RequestType.INVALIDATE, INVALID_DEVICE_REQUEST, 2));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 3));
        assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 4));
        pair.assertDisconnected();
    }

    @Test
    @Proves({"invalidate.race", "invalidate.race-disconnects"})
    void isWonByThePeerWhoComesFirstThoughItHearsOfTheEndBeforeItPolls() {
        ConnectedPair pair = connected();
        MemoryWindow window = pair.owner().adapter().createMemoryWindow(WINDOW);
        RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
        exchangeMessages(pair);
        pair.owner().receive(1);

        assertPosted(pair.peer().endpoint().sendAndInvalidate(3, ScatterGatherList.empty(), remote, OpFlags.NONE));
        CompletableFuture<Void> ended = pair.peer().connector().notifyDisconnect();
        for (int i = 0; i < 100 && window.isBound(); i++) {
            fixture().progress(fixture().owner());
            fixture().pause();
        }
        assumeFalse(window.isBound(), "the medium did not take the message at once");
        assertPosted(pair.owner().endpoint().invalidate(2, window, OpFlags.NONE));
        fixture().getDriving(ended, fixture().owner());

        assertExactlyOneWins(pair, "the peer polls after the end");
    }

    @Test
    @Proves({"invalidate.race", "invalidate.race-disconnects", "invalidate.race-safe"})
    void isWonByExactlyOneInWhateverOrder() {
        for (int seed = 1; seed <= RACES; seed++) {
            Random random = new Random(seed);
            ConnectedPair pair = connected();
            MemoryWindow window = pair.owner().adapter().createMemoryWindow(WINDOW);
            RemoteWindow remote = pair.grant(window, 0, 64, READ_WRITE);
            exchangeMessages(pair);
            pair.owner().receive(1);
            boolean ownerFirst = random.nextBoolean();

            post(ownerFirst, pair, window, remote);
            for (int i = random.nextInt(6); i > 0; i--) {
                Adapter adapter =
                        random.nextBoolean() ? fixture().owner() : fixture().peer();
                fixture().progress(adapter);
                fixture().pause();
            }
            post(!ownerFirst, pair, window, remote);

            assertExactlyOneWins(pair, "race " + seed);
            assertThat(window.isBound()).isFalse();
        }
    }

    /** Lets the link learn its habits. */
    private static void exchangeMessages(ConnectedPair pair) {
        for (int i = 0; i < 3; i++) {
            pair.owner().receive(90);
            pair.peer().send(91);
            assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 90));
            pair.peer().receive(92);
            pair.owner().send(93);
            assertThat(pair.peer().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 92));
            assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 91));
            assertThat(pair.owner().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 93));
        }
    }

    private static void post(boolean byOwner, ConnectedPair pair, MemoryWindow window, RemoteWindow remote) {
        if (byOwner) {
            assertPosted(pair.owner().endpoint().invalidate(2, window, OpFlags.NONE));
        } else {
            assertPosted(pair.peer().endpoint().sendAndInvalidate(3, ScatterGatherList.empty(), remote, OpFlags.NONE));
        }
    }

    private static void assertExactlyOneWins(ConnectedPair pair, String race) {
        Outcome owners = pair.owner().initiated();
        Outcome peers = pair.peer().initiated();
        if (owners.status() == SUCCESS) {
            assertThat(owners).as(race).isEqualTo(Outcome.success(RequestType.INVALIDATE, 2));
            assertThat(peers).as(race).isEqualTo(new Outcome(RequestType.SEND, REMOTE_ERROR, 3));
            assertThat(pair.owner().received())
                    .as(race)
                    .isEqualTo(new Outcome(RequestType.RECEIVE, INVALID_DEVICE_REQUEST, 1));
        } else {
            assertThat(owners).as(race).isEqualTo(new Outcome(RequestType.INVALIDATE, INVALID_DEVICE_REQUEST, 2));
            assertThat(peers).as(race).isEqualTo(Outcome.success(RequestType.SEND, 3));
            assertThat(pair.owner().received(2))
                    .as(race)
                    .containsExactly(
                            Outcome.success(RequestType.INVALIDATE, WINDOW), Outcome.success(RequestType.RECEIVE, 1));
        }
        pair.assertDisconnected();
        assertThat(pair.owner().outcomesNow()).as(race).isEmpty();
        assertThat(pair.peer().outcomesNow()).as(race).isEmpty();
    }
}
