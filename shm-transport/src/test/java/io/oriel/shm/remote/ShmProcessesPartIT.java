// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.remote;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.conformance.AtomicsConformanceTest;
import io.oriel.engine.conformance.ConformanceFixture;
import io.oriel.engine.conformance.ConformanceMedium;
import io.oriel.engine.conformance.ConnectConformanceTest;
import io.oriel.engine.conformance.MicrosoftScenariosConformanceTest;
import io.oriel.engine.conformance.MicrosoftTransfersConformanceTest;
import io.oriel.engine.conformance.PeerDeathConformanceTest;
import io.oriel.engine.conformance.SendAndInvalidateConformanceTest;
import io.oriel.engine.conformance.StoppedPeerConformanceTest;
import io.oriel.engine.conformance.WindowRaceConformanceTest;
import io.oriel.engine.conformance.WriteWithImmediateConformanceTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/** The part of the suite that two processes can spoil most, with the peer in a process of its own. */
final class ShmProcessesPartIT implements ConformanceMedium {
    private static final ProcessesMedium MEDIUM = new ProcessesMedium(true);

    @AfterAll
    static void endThePeer() {
        MEDIUM.close();
    }

    @Override
    public ConformanceFixture open(OrielConfig config) {
        return MEDIUM.open(config);
    }

    @Nested
    class MicrosoftScenarios extends MicrosoftScenariosConformanceTest {
        MicrosoftScenarios() {
            super(ShmProcessesPartIT.this);
        }
    }

    @Nested
    class MicrosoftTransfers extends MicrosoftTransfersConformanceTest {
        MicrosoftTransfers() {
            super(ShmProcessesPartIT.this);
        }
    }

    @Nested
    class PeerDeath extends PeerDeathConformanceTest {
        PeerDeath() {
            super(ShmProcessesPartIT.this);
        }
    }

    @Nested
    class StoppedPeer extends StoppedPeerConformanceTest {
        StoppedPeer() {
            super(ShmProcessesPartIT.this);
        }
    }

    @Nested
    class Connect extends ConnectConformanceTest {
        Connect() {
            super(ShmProcessesPartIT.this);
        }
    }

    @Nested
    class SendAndInvalidate extends SendAndInvalidateConformanceTest {
        SendAndInvalidate() {
            super(ShmProcessesPartIT.this);
        }
    }

    @Nested
    class WindowRace extends WindowRaceConformanceTest {
        WindowRace() {
            super(ShmProcessesPartIT.this);
        }
    }

    @Nested
    class Atomics extends AtomicsConformanceTest {
        Atomics() {
            super(ShmProcessesPartIT.this);
        }
    }

    @Nested
    class WriteWithImmediate extends WriteWithImmediateConformanceTest {
        WriteWithImmediate() {
            super(ShmProcessesPartIT.this);
        }
    }
}
