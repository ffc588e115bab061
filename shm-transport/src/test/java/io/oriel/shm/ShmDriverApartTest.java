// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.MicrosoftTransfersConformanceTest;
import io.oriel.testing.conformance.adapter.DeviceRemovalConformanceTest;
import io.oriel.testing.conformance.connection.ConnectConformanceTest;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import io.oriel.testing.conformance.fixture.ConformanceMedium;
import org.junit.jupiter.api.Nested;

/** What of the suite depends on the driver, with one apart that both providers have joined. */
final class ShmDriverApartTest implements ConformanceMedium {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return ShmFixture.openWithDriverApart(config, true);
    }

    @Nested
    class DeviceRemoval extends DeviceRemovalConformanceTest {
        DeviceRemoval() {
            super(ShmDriverApartTest.this);
        }
    }

    @Nested
    class Connect extends ConnectConformanceTest {
        Connect() {
            super(ShmDriverApartTest.this);
        }
    }

    @Nested
    class MicrosoftTransfers extends MicrosoftTransfersConformanceTest {
        MicrosoftTransfers() {
            super(ShmDriverApartTest.this);
        }
    }
}
