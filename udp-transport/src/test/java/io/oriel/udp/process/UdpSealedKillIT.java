// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import io.oriel.testing.junit.WholeBuild;

/** The peer is killed, or restarted at the same ports, where datagrams are sealed. */
@WholeBuild
final class UdpSealedKillIT extends UdpKillIT {
    @Override
    UdpStage newStage() {
        return UdpStage.ofSealed();
    }
}
