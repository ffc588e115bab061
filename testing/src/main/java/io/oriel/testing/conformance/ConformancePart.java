// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import io.oriel.testing.conformance.access.AtomicsConformanceTest;
import io.oriel.testing.conformance.access.WriteWithImmediateConformanceTest;
import io.oriel.testing.conformance.completion.NewsConformanceTest;
import io.oriel.testing.conformance.connection.ConnectConformanceTest;
import io.oriel.testing.conformance.connection.PeerDeathConformanceTest;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.window.SendAndInvalidateConformanceTest;
import io.oriel.testing.conformance.window.StoppedPeerConformanceTest;
import io.oriel.testing.conformance.window.WindowRaceConformanceTest;
import io.oriel.testing.junit.WholeBuild;
import org.junit.jupiter.api.Nested;

/** The part of the suite that a medium can spoil most, where another run of the engine has had the whole. */
public abstract class ConformancePart implements ConformanceMedium {
    /** Creates the part for one medium. */
    protected ConformancePart() {}

    @Nested
    class MicrosoftScenarios extends MicrosoftScenariosConformanceTest {
        MicrosoftScenarios() {
            super(ConformancePart.this);
        }
    }

    @Nested
    class MicrosoftTransfers extends MicrosoftTransfersConformanceTest {
        MicrosoftTransfers() {
            super(ConformancePart.this);
        }
    }

    @Nested
    class PeerDeath extends PeerDeathConformanceTest {
        PeerDeath() {
            super(ConformancePart.this);
        }
    }

    @WholeBuild
    @Nested
    class StoppedPeer extends StoppedPeerConformanceTest {
        StoppedPeer() {
            super(ConformancePart.this);
        }
    }

    @Nested
    class Connect extends ConnectConformanceTest {
        Connect() {
            super(ConformancePart.this);
        }
    }

    @Nested
    class SendAndInvalidate extends SendAndInvalidateConformanceTest {
        SendAndInvalidate() {
            super(ConformancePart.this);
        }
    }

    @Nested
    class WindowRace extends WindowRaceConformanceTest {
        WindowRace() {
            super(ConformancePart.this);
        }
    }

    @Nested
    class Atomics extends AtomicsConformanceTest {
        Atomics() {
            super(ConformancePart.this);
        }
    }

    @Nested
    class WriteWithImmediate extends WriteWithImmediateConformanceTest {
        WriteWithImmediate() {
            super(ConformancePart.this);
        }
    }

    @Nested
    class News extends NewsConformanceTest {
        News() {
            super(ConformancePart.this);
        }
    }
}
