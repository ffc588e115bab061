// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import io.oriel.testing.junit.WholeBuild;
import java.time.Duration;

/** The clocks of processes that seal what they say to each other. */
@WholeBuild
final class UdpSealedClockIT extends UdpClockIT {
    @Override
    UdpStage newStage() {
        return UdpStage.ofSealed(Duration.ofSeconds(10)); // ciphers are not compiled under libfaketime for long
    }
}
