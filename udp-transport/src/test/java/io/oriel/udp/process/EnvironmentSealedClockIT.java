// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import java.time.Duration;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The clocks of processes that seal what they say to each other. Each process tests its ciphers first, which takes seconds. */
@EnabledIfSystemProperty(named = "oriel.test.sealed", matches = "true", disabledReason = "-Doriel.test.sealed=true")
final class EnvironmentSealedClockIT extends EnvironmentClockIT {
    @Override
    UdpStage newStage() {
        return UdpStage.ofSealed(Duration.ofSeconds(10)); // ciphers are not compiled under libfaketime for long
    }
}
