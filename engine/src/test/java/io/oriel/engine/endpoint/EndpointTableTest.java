// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.transport.Port;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The ids of an adapter's endpoints. */
class EndpointTableTest {
    private static final EndpointConfig SMALL = EndpointConfig.defaults().withQueueDepth(1);

    private final EndpointFixture fixture = new EndpointFixture();

    @Test
    void givesTheIdThatHasBeenFreeForLongestUnderANewGeneration() {
        EngineEndpoint first = fixture.idle(SMALL);
        EngineEndpoint second = fixture.idle(SMALL);
        EngineEndpoint third = fixture.idle(SMALL);
        second.close();
        third.close();
        first.close();

        List<Integer> ids = new ArrayList<>();
        for (int count = 0; count < 4; count++) {
            Peering peering = fixture.idle(SMALL).peering();
            ids.add(peering.id());
            assertThat(peering.generation()).isEqualTo(count < 3 ? 1 : 0);
        }

        assertThat(ids).containsExactly(1, 2, 0, 3);
    }

    @Test
    void givesNoIdForWhichFramesMayStillCome() {
        EngineEndpoint former = fixture.connected();
        Peering peering = former.peering();
        former.close();
        assertThat(fixture.idle(SMALL).peering().id())
                .as("the peer knows nothing")
                .isEqualTo(1);

        peering.connectionOver();
        assertThat(fixture.idle(SMALL).peering().id())
                .as("what it has sent may be in the log")
                .isEqualTo(2);
        fixture.progress();

        assertThat(fixture.idle(SMALL).peering().id()).isZero();
    }

    @Test
    void givesTheIdsOfALinkThatWasLetGo() {
        EngineEndpoint former = fixture.connected();
        former.close();
        fixture.end.peerDied();
        fixture.progress();

        assertThat(fixture.idle(SMALL).peering().id()).isZero();
    }

    @Test
    void givesAnIdAgainThatWasNotUsed() {
        fixture.idle(SMALL).close();

        assertThat(fixture.endpoints.freeId()).isZero();
        assertThat(fixture.endpoints.freeId()).isZero();
        assertThat(fixture.endpoints.generationOf(0)).isOne();
        assertThat(fixture.idle(SMALL).peering().id()).isZero();
        assertThat(fixture.idle(SMALL).peering().id()).isOne();
    }

    @Test
    void findsTheOnlyFreeIdOfAll() {
        List<EngineEndpoint> formers = new ArrayList<>();
        for (int count = 0; count < Port.MAX_ENDPOINTS; count++) {
            EngineEndpoint endpoint = fixture.idle(SMALL);
            if (count % 2 == 0) {
                fixture.attachTo(endpoint, count);
                formers.add(endpoint);
            }
        }
        assertThatThrownBy(fixture.endpoints::freeId).as("all are open").isInstanceOf(NdException.class);
        formers.forEach(EngineEndpoint::close);
        assertThatThrownBy(fixture.endpoints::freeId)
                .isInstanceOfSatisfying(
                        NdException.class, e -> assertThat(e.status()).isEqualTo(NdStatus.INSUFFICIENT_RESOURCES));

        Peering over = formers.get(formers.size() / 2).peering();
        over.connectionOver();
        assertThatThrownBy(fixture.endpoints::freeId).isInstanceOf(NdException.class);
        fixture.progress();

        assertThat(fixture.endpoints.freeId()).isEqualTo(over.id());
    }
}
