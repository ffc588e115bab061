// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.heap;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.MicrosoftScenariosConformanceTest;
import io.oriel.testing.conformance.MicrosoftTransfersConformanceTest;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import io.oriel.testing.conformance.window.InvalidateConformanceTest;
import io.oriel.testing.conformance.window.MemoryWindowConformanceTest;
import io.oriel.testing.conformance.window.SendAndInvalidateCallConformanceTest;
import io.oriel.testing.conformance.window.SendAndInvalidateConformanceTest;
import io.oriel.testing.conformance.window.StoppedPeerConformanceTest;
import io.oriel.testing.conformance.window.WindowRaceConformanceTest;
import io.oriel.testing.heap.host.HeapConditions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What matters most, on many hosts drawn by lot: windows, and Microsoft's scenarios. */
@ParameterizedClass(name = "seed {0}")
@MethodSource("io.oriel.testing.heap.HeapSeeds#many")
final class HeapSeededWindowsTest implements ConformanceMedium {
    private final long seed;

    HeapSeededWindowsTest(long seed) {
        this.seed = seed;
    }

    @Override
    public ConformanceFixture open(OrielConfig config) {
        return HeapFixture.open(config, HeapConditions.seeded(seed));
    }

    @Nested
    class Invalidate extends InvalidateConformanceTest {
        Invalidate() {
            super(HeapSeededWindowsTest.this);
        }
    }

    @Nested
    class SendAndInvalidateCall extends SendAndInvalidateCallConformanceTest {
        SendAndInvalidateCall() {
            super(HeapSeededWindowsTest.this);
        }
    }

    @Nested
    class SendAndInvalidate extends SendAndInvalidateConformanceTest {
        SendAndInvalidate() {
            super(HeapSeededWindowsTest.this);
        }
    }

    @Nested
    class MemoryWindow extends MemoryWindowConformanceTest {
        MemoryWindow() {
            super(HeapSeededWindowsTest.this);
        }
    }

    @Nested
    class WindowRace extends WindowRaceConformanceTest {
        WindowRace() {
            super(HeapSeededWindowsTest.this);
        }
    }

    @Nested
    class StoppedPeer extends StoppedPeerConformanceTest {
        StoppedPeer() {
            super(HeapSeededWindowsTest.this);
        }
    }

    @Nested
    class MicrosoftTransfers extends MicrosoftTransfersConformanceTest {
        MicrosoftTransfers() {
            super(HeapSeededWindowsTest.this);
        }
    }

    @Nested
    class MicrosoftScenarios extends MicrosoftScenariosConformanceTest {
        MicrosoftScenarios() {
            super(HeapSeededWindowsTest.this);
        }
    }
}
