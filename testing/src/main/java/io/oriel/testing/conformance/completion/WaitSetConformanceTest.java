// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.completion;

import static io.oriel.api.NdStatus.DEVICE_REMOVED;
import static io.oriel.api.NdStatus.INVALID_HANDLE;
import static io.oriel.api.NdStatus.INVALID_PARAMETER;
import static io.oriel.api.NdStatus.SUCCESS;
import static io.oriel.api.NdStatus.TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.api.Adapter;
import io.oriel.api.RequestType;
import io.oriel.api.WaitSet;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Waiting for several adapters at once. */
public abstract class WaitSetConformanceTest extends ConformanceTest {
    protected WaitSetConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Test
    @Proves("wait-set.success")
    void tellsWhetherSomeAdapterHasACompletion() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        fixture().idle(); // takes the news of the connection
        try (WaitSet set = fixture().newOwnerWaitSet()) {
            set.add(fixture().openOwnerAdapter());
            set.add(fixture().owner());
            set.add(fixture().owner());
            assertThat(set.await(0)).isEqualTo(TIMEOUT);

            assertPosted(pair.owner().endpoint().flush());

            assertThat(set.await(0)).isEqualTo(SUCCESS);
            assertThat(set.await(0)).isEqualTo(SUCCESS);
            assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
            // Not at once: the flush ends the connection, which is news.
            fixture().await("the news", () -> set.await(0) == TIMEOUT);
        }
    }

    @Test
    @Proves("wait-set.progress")
    void progressesItsAdapters() {
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        fixture().idle(); // takes the news of the connection
        pair.peer().send(2);
        try (WaitSet set = fixture().newOwnerWaitSet()) {
            set.add(fixture().openOwnerAdapter());
            set.add(fixture().owner());

            fixture().await("the message", () -> set.await(0) == SUCCESS);
        }
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves("wait-set.sleeps")
    void sleepsUntilOneIsWoken() {
        assumeTrue(fixture().supportsBlockingWaits(), "the medium has no threads of its own");
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        fixture().idle(); // takes the news of the connection
        try (WaitSet set = fixture().newOwnerWaitSet()) {
            set.add(fixture().openOwnerAdapter());
            set.add(fixture().owner());
            assertThat(set.await(TimeUnit.MILLISECONDS.toNanos(5))).isEqualTo(TIMEOUT);

            pair.peer().send(2);

            assertThat(set.await(Long.MAX_VALUE)).isEqualTo(SUCCESS);
        }
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
    }

    @Test
    @Proves("wait-set.closed")
    void refusesToWaitForWhatIsClosed() {
        Adapter closed = fixture().openOwnerAdapter();
        WaitSet set = fixture().newOwnerWaitSet();
        assertThat(set.await(Long.MAX_VALUE)).isEqualTo(INVALID_PARAMETER);
        set.add(fixture().owner());
        set.add(closed);
        closed.close();

        assertThat(set.await(Long.MAX_VALUE)).isEqualTo(INVALID_HANDLE);
        set.remove(closed);
        assertThat(set.await(0)).isEqualTo(TIMEOUT);
        assertFails(INVALID_PARAMETER, () -> set.add(closed));
        set.close();
        set.close();
        assertThat(set.await(Long.MAX_VALUE)).isEqualTo(INVALID_HANDLE);
        assertFails(INVALID_HANDLE, () -> set.add(fixture().owner()));
        assertThat(fixture().owner().await(0)).as("its adapters live on").isEqualTo(TIMEOUT);
    }

    @Test
    @Proves("wait-set.own-provider")
    void refusesAdaptersOfOtherProviders() {
        try (WaitSet set = fixture().newOwnerWaitSet()) {
            assertFails(INVALID_PARAMETER, () -> set.add(fixture().peer()));
            set.remove(fixture().peer());
        }
    }

    @Test
    @Proves("device-removal.wait-set")
    void tellsThatADriverDied() {
        assumeTrue(fixture().canRemoveMedium(), "the medium lives as long as this process");
        ConnectedPair pair = connected();
        pair.owner().receive(1);
        try (WaitSet set = fixture().newOwnerWaitSet()) {
            set.add(fixture().owner());
            fixture().removeOwnerMedium();

            fixture().await("the flushed Receive", () -> set.await(0) == SUCCESS);
            assertThat(pair.owner().received()).isEqualTo(Outcome.canceled(RequestType.RECEIVE, 1));
            assertThat(set.await(Long.MAX_VALUE)).isEqualTo(DEVICE_REMOVED);
        }
    }
}
