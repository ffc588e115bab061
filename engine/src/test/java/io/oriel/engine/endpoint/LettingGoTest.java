// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.testing.FakeMemory;
import org.junit.jupiter.api.Test;

/** When the domain's owner lets go of what a link has mapped; the link objects to whatever comes after it. */
class LettingGoTest {
    private static final long HAZARD = 77;

    private final FakeMemory memory = new FakeMemory();
    private final EndpointFixture fixture = new EndpointFixture(memory, Long.MAX_VALUE);
    private final EngineEndpoint endpoint = fixture.connected();

    @Test
    void letsGoOfALinkThatIsClosed() {
        fixture.progress();
        assertThat(fixture.link.isLetGo()).isFalse();

        fixture.end.beginClose();
        fixture.progress();

        assertThat(fixture.link.isLetGo()).isTrue();
        assertThatNothingUsesTheLink();
    }

    @Test
    void letsGoOfALinkWhosePeerHasDiedInside() {
        memory.peerHazard(HAZARD);
        memory.endPeer();

        fixture.end.peerDied();
        fixture.progress();

        assertThat(fixture.link.isLetGo()).isTrue();
        assertThatNothingUsesTheLink();
    }

    @Test
    void keepsTheMemoryOfALinkWhosePeerIsInside() {
        memory.peerHazard(HAZARD);

        fixture.end.beginClose();
        fixture.progress();
        fixture.domain.close();

        assertThat(fixture.ended).contains("link");
        assertThat(fixture.link.isLetGo()).isFalse();
    }

    @Test
    void letsGoOfTheLinksOfADomainThatIsClosed() {
        endpoint.close();

        fixture.domain.close();

        assertThat(fixture.link.isLetGo()).isTrue();
    }

    private void assertThatNothingUsesTheLink() {
        assertThat(endpoint.send(1, ScatterGatherList.empty(), OpFlags.NONE)).isEqualTo(NdStatus.CONNECTION_INVALID);
        assertThat(endpoint.receive(2, ScatterGatherList.empty())).isEqualTo(NdStatus.CONNECTION_INVALID);
        assertThat(endpoint.flush()).isEqualTo(NdStatus.SUCCESS);
        endpoint.close();
        fixture.progress();
        assertThat(fixture.ended).containsOnlyOnce("link");
    }
}
