// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.connection;

import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.Completion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a future has announced is there for the next call: no test polls or waits between the two. */
public abstract class AnnouncedEndConformanceTest extends ConformanceTest {
    private static final int ENDS = 4;

    protected AnnouncedEndConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves({"async-result.published", "disconnect.unbinds"})
    void hasUnboundAWindow() {
        for (int how = 0; how < ENDS; how++) {
            ConnectedPair pair = connected();
            MemoryWindow window = boundWindow(pair);

            end(pair, how);

            assertThat(window.isBound()).as("end %s", how).isFalse();
        }
    }

    @Test
    @Proves({"async-result.published", "disconnect.unbinds"})
    void letsAWindowBeBoundToAnotherConnection() {
        for (int how = 0; how < ENDS; how++) {
            ConnectedPair other = connected();
            ConnectedPair pair = connected();
            MemoryWindow window = boundWindow(pair);

            end(pair, how);

            other.bind(window, 0, 64, READ_WRITE);
            assertThat(other.owner().endpoint().isConnected()).as("end %s", how).isTrue();
        }
    }

    @Test
    @Proves("async-result.published")
    void letsTheMemoryBeDeregistered() {
        for (int how = 0; how < ENDS; how++) {
            ConnectedPair pair = connected();
            MemoryWindow unused = boundWindow(pair);

            end(pair, how);

            pair.owner().region().deregister();
            assertThat(pair.owner().region().isRegistered()).isFalse();
        }
    }

    @Test
    @Proves("async-result.published")
    void refusesWhatIsPosted() {
        for (int how = 0; how < ENDS; how++) {
            ConnectedPair pair = connected();
            MemoryWindow window = boundWindow(pair);

            end(pair, how);

            assertThat(pair.owner().endpoint().isConnected()).isFalse();
            assertThat(pair.owner().endpoint().send(1, pair.owner().range(0, 1), OpFlags.NONE))
                    .isEqualTo(CONNECTION_INVALID);
            assertThat(pair.owner().endpoint().receive(1, pair.owner().range(0, 1)))
                    .isEqualTo(CONNECTION_INVALID);
            assertThat(pair.owner().endpoint().invalidate(1, window, OpFlags.NONE))
                    .isEqualTo(CONNECTION_INVALID);
        }
    }

    @Test
    @Proves({"async-result.published", "disconnect.flushes"})
    void hasCanceledReceivesAfterItsOwnDisconnect() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        pair.owner().receive(2);

        fixture().get(pair.owner().connector().disconnect());

        assertThat(now(pair.owner()))
                .containsExactly(Outcome.canceled(RequestType.RECEIVE, 1), Outcome.canceled(RequestType.RECEIVE, 2));
    }

    @Test
    @Proves({"async-result.published", "disconnect.after-sent"})
    void deliversWhatWasSentBeforeThoughTheWindowIsLookedAtFirst() {
        ConnectedPair pair = connected();
        MemoryWindow window = boundWindow(pair);
        pair.owner().receive(1, 100, 10);
        fixture().settle();
        pair.peer().put(0, "sent first");
        pair.peer().send(2, 0, 10);
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
        fixture().get(pair.peer().connector().disconnect());

        assertThat(window.isBound()).isFalse();

        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.owner().text(100, 10)).isEqualTo("sent first");
    }

    @Test
    @Proves({"async-result.published", "disconnect.success"})
    void letsTheEndpointBeFlushed() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        CompletableFuture<Void> notified = pair.owner().connector().notifyDisconnect();
        fixture().get(pair.peer().connector().disconnect());
        fixture().get(notified);

        assertThat(pair.owner().endpoint().flush()).isEqualTo(SUCCESS);

        assertThat(now(pair.owner())).containsExactly(Outcome.canceled(RequestType.RECEIVE, 1));
    }

    private static MemoryWindow boundWindow(ConnectedPair pair) {
        MemoryWindow window = pair.owner().newWindow();
        pair.bind(window, 0, 64, READ_WRITE);
        assertThat(window.isBound()).isTrue();
        return window;
    }

    /** Ends the connection in one of several ways, of which a future tells the owner. */
    private void end(ConnectedPair pair, int how) {
        switch (how) {
            case 0 -> fixture().get(pair.owner().connector().disconnect());
            case 1 -> {
                CompletableFuture<Void> notified = pair.owner().connector().notifyDisconnect();
                fixture().get(pair.peer().connector().disconnect());
                fixture().get(notified);
            }
            case 2 -> {
                CompletableFuture<Void> notified = pair.owner().connector().notifyDisconnect();
                pair.peer().endpoint().close();
                fixture().get(notified);
            }
            default -> {
                CompletableFuture<Void> notified = pair.owner().connector().notifyDisconnect();
                sendWithoutWaiting(pair);
                pair.peer().connector().close();
                fixture().get(notified);
            }
        }
    }

    /** What the peer has sent last may be on its way when the owner hears of the end. */
    private void sendWithoutWaiting(ConnectedPair pair) {
        pair.owner().receive(7, 200, 8);
        fixture().settle();
        NdStatus posted = pair.peer().endpoint().send(8, pair.peer().range(0, 8), OpFlags.NONE);
        assertThat(posted).isEqualTo(SUCCESS);
    }

    /** Takes what the next poll brings. */
    private static List<Outcome> now(Side side) {
        List<Outcome> outcomes = new ArrayList<>();
        Completion[] one = {new Completion()};
        while (side.receiveQueue().poll(one, 1) == 1) {
            outcomes.add(Outcome.of(one[0]));
        }
        return outcomes;
    }
}
