// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.model.ModelCheck;
import org.junit.jupiter.api.Test;

/** The engine over UDP does what the model does. */
final class UdpModelTest {
    private static final int OPERATIONS = WholeBuild.RUNS ? 4_000 : 1_500;

    @Test
    void agrees() {
        new ModelCheck("UDP", (config, seed) -> UdpFixture.open(config), false).run(OPERATIONS);
    }
}
