// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.completion;

import static io.oriel.api.NdStatus.CONNECTION_INVALID;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.SUCCESS;
import static io.oriel.api.NdStatus.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.Adapter;
import io.oriel.api.Listener;
import io.oriel.api.WaitSet;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Proves;
import io.oriel.testing.conformance.fixture.Side;
import io.oriel.testing.conformance.fixture.SideConfig;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Waits that end for something else than a completion. */
public abstract class NewsConformanceTest extends ConformanceTest {
    private static final int ROUNDS = 200;

    protected NewsConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves("await.request")
    void endsOnceForARequestThatWaitsForAConnector() {
        ConnectedPair pair = unconnected();
        Adapter owner = fixture().owner();
        try (Listener listener = pair.listen(owner)) {
            assertThat(owner.await(0)).isEqualTo(TIMEOUT);

            var unused = pair.peer().connector().connect(pair.peer().endpoint(), listener.localAddress());

            awaitNews(owner);
            assertThat(owner.await(0)).isEqualTo(TIMEOUT);
            fixture().get(listener.getConnectionRequest(pair.owner().connector()));
        }
    }

    @Test
    @Proves("await.request")
    void findsTheRequestInItsConnectorWhenTheWaitEnds() {
        ConnectedPair pair = unconnected();
        Adapter owner = fixture().owner();
        try (Listener listener = pair.listen(owner)) {
            CompletableFuture<Void> requested =
                    listener.getConnectionRequest(pair.owner().connector());
            awaitAgent(pair.owner());

            var unused = pair.peer().connector().connect(pair.peer().endpoint(), listener.localAddress());

            awaitNews(owner);
            assertThat(requested).isCompleted();
            assertThat(owner.await(0)).isEqualTo(TIMEOUT);
        }
    }

    @Test
    @Proves("await.request")
    void endsOnceMoreForAConnectorThatTakesARequestWhichWaited() {
        ConnectedPair pair = unconnected();
        Adapter owner = fixture().owner();
        try (Listener listener = pair.listen(owner)) {
            var unused = pair.peer().connector().connect(pair.peer().endpoint(), listener.localAddress());
            awaitNews(owner);

            CompletableFuture<Void> requested =
                    listener.getConnectionRequest(pair.owner().connector());

            awaitNews(owner);
            assertThat(requested).isCompleted();
            assertThat(owner.await(0)).isEqualTo(TIMEOUT);
        }
    }

    @Test
    @Proves("await.disconnect")
    void endsOnceForTheEndOfAConnection() {
        ConnectedPair pair = connected();
        Adapter owner = fixture().owner();
        fixture().idle(); // takes the news of the connection
        assertThat(owner.await(0)).isEqualTo(TIMEOUT);
        CompletableFuture<Void> ended = pair.owner().connector().notifyDisconnect();
        awaitAgent(pair.owner());

        var unused = pair.peer().connector().disconnect();

        awaitNews(owner);
        assertThat(ended).isCompleted();
        assertThat(owner.await(0)).isEqualTo(TIMEOUT);
    }

    @Test
    @Proves("await.disconnect")
    void endsForTheDeathOfAPeer() {
        assumeTrue(fixture().canKill(), "the peer shares this process");
        ConnectedPair pair = connected();
        Adapter owner = fixture().owner();
        fixture().idle(); // takes the news of the connection

        fixture().killPeer();

        awaitNews(owner);
        assertThat(pair.owner().connector().notifyDisconnect()).isNotCompletedExceptionally();
    }

    @Test
    @Proves("await.wakeup")
    void endsOnceForAWakeupThatCameBefore() {
        Adapter owner = fixture().owner();
        owner.wakeup();
        owner.wakeup();

        assertThat(owner.await(Long.MAX_VALUE)).isEqualTo(SUCCESS);
        assertThat(owner.await(0)).isEqualTo(TIMEOUT);
    }

    @Test
    @Proves("await.wakeup")
    void endsForAWakeupByAnotherThread() {
        assumeTrue(fixture().supportsBlockingWaits(), "the medium has no threads of its own");
        Adapter owner = fixture().owner();
        for (int round = 0; round < ROUNDS; round++) {
            CompletableFuture<Void> waking = CompletableFuture.runAsync(owner::wakeup);

            assertThat(owner.await(Long.MAX_VALUE)).isEqualTo(SUCCESS);
            waking.join();
        }
        assertThat(owner.await(0)).isEqualTo(TIMEOUT);
    }

    @Test
    @Proves("await.closed")
    void wakesNobodyOnceItIsClosed() {
        Adapter adapter = fixture().openOwnerAdapter();
        adapter.close();

        adapter.wakeup();

        assertThat(adapter.await(Long.MAX_VALUE)).isEqualTo(INVALID_HANDLE);
    }

    @Test
    @Proves("wait-set.news")
    void endsTheWaitOfASetThatHasTheAdapter() {
        ConnectedPair pair = connected();
        Adapter owner = fixture().owner();
        fixture().idle(); // takes the news of the connection
        try (WaitSet set = fixture().newOwnerWaitSet()) {
            set.add(fixture().openOwnerAdapter());
            set.add(owner);
            owner.wakeup();
            assertThat(set.await(Long.MAX_VALUE)).isEqualTo(SUCCESS);
            assertThat(set.await(0)).isEqualTo(TIMEOUT);

            var unused = pair.peer().connector().disconnect();

            fixture().awaitUndriven("the end of the connection", () -> set.await(0) == SUCCESS);
            assertThat(owner.await(0)).as("the set has taken it").isEqualTo(TIMEOUT);
        }
    }

    @Test
    @Proves("wait-set.wakeup")
    void endsTheWaitOfASetThatIsWoken() {
        Adapter owner = fixture().owner();
        WaitSet set = fixture().newOwnerWaitSet();
        set.add(owner);
        set.wakeup();

        assertThat(set.await(Long.MAX_VALUE)).isEqualTo(SUCCESS);
        assertThat(set.await(0)).isEqualTo(TIMEOUT);
        set.close();
        set.wakeup();
        assertThat(set.await(Long.MAX_VALUE)).isEqualTo(INVALID_HANDLE);
    }

    @Test
    @Proves("wait-set.wakeup")
    void endsTheWaitOfASetForAWakeupByAnotherThread() {
        assumeTrue(fixture().supportsBlockingWaits(), "the medium has no threads of its own");
        try (WaitSet set = fixture().newOwnerWaitSet()) {
            set.add(fixture().owner());
            set.add(fixture().openOwnerAdapter());
            for (int round = 0; round < ROUNDS; round++) {
                CompletableFuture<Void> waking = CompletableFuture.runAsync(set::wakeup);

                assertThat(set.await(Long.MAX_VALUE)).isEqualTo(SUCCESS);
                waking.join();
            }
            assertThat(set.await(0)).isEqualTo(TIMEOUT);
        }
    }

    /** Waits until the agent has carried out what was asked of it before, by asking for what it refuses. */
    private void awaitAgent(Side side) {
        assertThat(fixture().statusOf(side.connector().completeConnect())).isEqualTo(CONNECTION_INVALID);
    }

    /** Waits for news by the adapter's own waits alone. */
    private void awaitNews(Adapter adapter) {
        fixture().awaitUndriven("news", () -> adapter.await(0) == SUCCESS);
    }

    private ConnectedPair unconnected() {
        return ConnectedPair.open(fixture(), SideConfig.defaults(), SideConfig.defaults());
    }
}
