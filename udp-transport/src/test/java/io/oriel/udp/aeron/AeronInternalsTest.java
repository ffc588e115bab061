// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.driver.MediaDriverVersion;
import java.io.IOException;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.CompositeAgent;
import org.junit.jupiter.api.Test;

class AeronInternalsTest {
    @Test
    void hasEveryMemberThatIsUsed() throws IOException {
        try (LoneDriver lone = new LoneDriver()) { // whose start uses each of them
            assertThat(lone.driver().isEnded()).isFalse();
        }
    }

    @Test
    void namesTheReleaseAndTheFieldThatIsMissing() {
        assertThatThrownBy(() -> AeronInternals.field(CompositeAgent.class, "agent", Agent[].class))
                .isInstanceOf(NoSuchFieldError.class)
                .hasMessageContainingAll(
                        "Aeron " + MediaDriverVersion.VERSION, "org.agrona.concurrent.CompositeAgent.agent,");
    }

    @Test
    void namesTheFieldThatHasAnotherType() {
        assertThatThrownBy(() -> AeronInternals.field(CompositeAgent.class, "agents", Agent.class))
                .isInstanceOf(NoSuchFieldError.class)
                .hasMessageContaining("CompositeAgent.agents of type org.agrona.concurrent.Agent");
    }
}
