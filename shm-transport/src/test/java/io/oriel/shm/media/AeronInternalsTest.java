// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.driver.IpcPublication;
import io.aeron.driver.MediaDriverVersion;
import org.junit.jupiter.api.Test;

/** Fails first, and says why, when a release of Aeron or Agrona has changed what is not public. */
class AeronInternalsTest {
    @Test
    void hasEveryMemberThatIsUsed() {
        assertThatCode(AeronInternals::new).doesNotThrowAnyException();
    }

    @Test
    void namesTheReleaseAndTheFieldThatIsMissing() {
        assertThatThrownBy(() -> AeronInternals.field(IpcPublication.class, "trip", long.class))
                .isInstanceOf(NoSuchFieldError.class)
                .hasMessageContainingAll("Aeron " + MediaDriverVersion.VERSION, "io.aeron.driver.IpcPublication.trip");
    }

    @Test
    void namesTheFieldThatHasAnotherType() {
        assertThatThrownBy(() -> AeronInternals.field(IpcPublication.class, "tripLimit", int.class))
                .isInstanceOf(NoSuchFieldError.class)
                .hasMessageContainingAll("io.aeron.driver.IpcPublication.tripLimit of type int");
    }

    @Test
    void namesTheMethodThatIsMissing() {
        assertThatThrownBy(() -> AeronInternals.method(IpcPublication.class, "limit"))
                .isInstanceOf(NoSuchMethodError.class)
                .hasMessageContainingAll(MediaDriverVersion.VERSION, "io.aeron.driver.IpcPublication.limit()");
    }
}
