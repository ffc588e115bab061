// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.RequestType;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.fixture.ConformanceTest;
import io.oriel.testing.conformance.fixture.ConnectedPair;
import io.oriel.testing.conformance.fixture.Outcome;
import io.oriel.testing.conformance.fixture.Proves;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Connect to a peer with which there was a connection, whose link has lingered out. */
public abstract class ConnectAgainConformanceTest extends ConformanceTest {
    private static final int ROUNDS = 20;

    protected ConnectAgainConformanceTest(ConformanceMedium medium) {
        super(medium);
    }

    @Override
    protected OrielConfig config() {
        OrielConfig defaults = OrielConfig.defaults();
        return defaults.withTimeouts(defaults.timeouts().withLinkLinger(Duration.ZERO));
    }

    @Test
    @Proves({"connect.again", "async-result.no-polling"})
    void needsNoPollingWhileTheFormerLinkIsAboutToBeClosed() {
        ConnectedPair pair = connected();
        for (int round = 0; round < ROUNDS; round++) {
            fixture().get(pair.peer().connector().disconnect());
            fixture().get(pair.owner().connector().notifyDisconnect());
            for (int pause = 0; pause < round; pause++) {
                fixture().pause();
            }
            pair = connected();
        }

        assertThatWorks(pair);
    }

    @Test
    @Proves("connect.again")
    void worksWhileTheFormerLinkIsBeingClosed() {
        ConnectedPair pair = connected();
        for (int round = 0; round < ROUNDS; round++) {
            fixture().get(pair.peer().connector().disconnect());
            for (int idle = 0; idle < round; idle++) {
                fixture().idle();
            }
            pair = connected();
            assertThatWorks(pair);
        }
    }

    private void assertThatWorks(ConnectedPair pair) {
        pair.owner().receive(1);
        pair.peer().send(2);
        assertThat(pair.owner().received()).isEqualTo(Outcome.success(RequestType.RECEIVE, 1));
        assertThat(pair.peer().initiated()).isEqualTo(Outcome.success(RequestType.SEND, 2));
    }
}
