// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.testing.FakeLink;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinkLanesTest {
    private final LinkFixture fixture = new LinkFixture();

    @Test
    void areThoseOfTheLinkAlone() {
        LinkEnd other = fixture.newEnd(new FakeLink(LinkFixture.MAX_PAYLOAD));
        List<Lane> own = new ArrayList<>();
        for (int count = 0; count < 20; count++) {
            Lane lane = fixture.open();
            if (count % 5 == 0) {
                own.add(fixture.attach(lane, count));
            }
        }

        fixture.end.onSignal();

        assertThat(fixture.signalled).isEqualTo(own);
        fixture.signalled.clear();
        other.onSignal();
        assertThat(fixture.signalled).as("on a link without endpoints").isEmpty();
    }

    @Test
    void leaveItWhenTheirEndpointsAreClosed() {
        Lane closed = fixture.attach(fixture.open(), 5);
        Lane closedUnseen = fixture.open();
        Lane open = fixture.open();
        fixture.end.onSignal();
        assertThat(fixture.signalled).containsExactly(closed);
        fixture.signalled.clear();
        fixture.attach(closedUnseen, 6);
        fixture.attach(open, 7);

        fixture.lanes.close(closed);
        fixture.lanes.close(closedUnseen);

        fixture.end.onSignal();
        assertThat(fixture.signalled).containsExactly(open);
    }

    @Test
    void endThoughTheLinkWasLetGoBeforeTheyCame() {
        Lane early = fixture.attach(fixture.open(), 5);
        fixture.end.beginClose();
        fixture.progress();
        assertThat(fixture.end.isGone()).isTrue();
        assertThat(fixture.detached).containsExactly(early);
        Lane late = fixture.attach(fixture.open(), 6);

        fixture.progress();

        assertThat(fixture.detached).containsExactly(early, late);
    }
}
