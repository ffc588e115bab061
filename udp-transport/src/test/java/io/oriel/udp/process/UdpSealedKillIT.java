// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The peer is killed, or restarted at the same ports, where datagrams are sealed. Each process tests its ciphers first, which takes seconds. */
@EnabledIfSystemProperty(named = "oriel.test.sealed", matches = "true", disabledReason = "-Doriel.test.sealed=true")
final class UdpSealedKillIT extends UdpKillIT {
    @Override
    UdpStage newStage() {
        return UdpStage.ofSealed();
    }
}
