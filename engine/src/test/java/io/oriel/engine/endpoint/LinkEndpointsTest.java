// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.config.EndpointConfig;
import io.oriel.engine.testing.FakeLink;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkEndpointsTest {
    private static final EndpointConfig CONFIG = EndpointConfig.defaults().withQueueDepth(2);

    private final EndpointFixture fixture = new EndpointFixture();
    private final List<Peering> seen = new ArrayList<>();

    @Test
    void areThoseOfTheLinkAlone() {
        List<Peering> own = new ArrayList<>();
        for (int count = 0; count < 20; count++) {
            EngineEndpoint endpoint = fixture.idle(CONFIG);
            if (count % 5 == 0) {
                fixture.attachTo(endpoint, count);
                own.add(endpoint.peering());
            }
        }

        fixture.end.endpoints().forEach(seen::add);

        assertThat(seen).isEqualTo(own);
        LinkEnd other = new LinkEnd(new FakeLink(EndpointFixture.MAX_PAYLOAD), fixture.home, () -> {});
        other.endpoints()
                .forEach(each ->
                        assertThat(each).as("on a link without endpoints").isNull());
    }

    @Test
    void leaveItWhenTheyAreClosed() {
        EngineEndpoint closed = fixture.connected();
        EngineEndpoint closedUnseen = fixture.idle(CONFIG);
        EngineEndpoint open = fixture.idle(CONFIG);
        fixture.end.endpoints().forEach(each -> assertThat(each).isSameAs(closed.peering()));
        fixture.attachTo(closedUnseen, 6);
        fixture.attachTo(open, 7);

        closed.close();
        closedUnseen.close();

        fixture.end.endpoints().forEach(seen::add);
        assertThat(seen).containsExactly(open.peering());
    }

    @Test
    void endThoughTheLinkWasLetGoBeforeTheyCame() {
        EngineEndpoint early = fixture.connected();
        fixture.end.beginClose();
        fixture.progress();
        assertThat(fixture.end.life().isGone()).isTrue();
        assertThat(early.isConnected()).isFalse();
        EngineEndpoint late = fixture.connected();
        fixture.domain.onSignal(fixture.endpoints::takeAttached);

        fixture.progress();

        assertThat(late.isConnected()).isFalse();
        assertThat(late.peering().isLive()).isFalse();
        assertThat(fixture.ended).containsExactly("endpoint", "link", "endpoint");
    }
}
