// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.heap;

import io.oriel.api.config.OrielConfig;
import io.oriel.engine.conformance.ConformanceFixture;
import io.oriel.engine.conformance.ConformanceMedium;
import io.oriel.engine.conformance.InvalidateConformanceTest;
import io.oriel.engine.conformance.MemoryWindowConformanceTest;
import io.oriel.engine.conformance.MicrosoftScenariosConformanceTest;
import io.oriel.engine.conformance.MicrosoftTransfersConformanceTest;
import io.oriel.engine.conformance.SendAndInvalidateCallConformanceTest;
import io.oriel.engine.conformance.SendAndInvalidateConformanceTest;
import io.oriel.engine.conformance.StoppedPeerConformanceTest;
import io.oriel.engine.conformance.WindowRaceConformanceTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** What matters most, on many hosts drawn by lot: windows, and Microsoft's scenarios. */
@ParameterizedClass(name = "seed {0}")
@MethodSource("io.oriel.engine.heap.HeapSeeds#many")
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
