// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

/** The clocks of processes that seal what they say to each other. */
final class UdpSealedClockIT extends UdpClockIT {
    UdpSealedClockIT() {
        super(UdpStage.ofSealed());
    }
}
