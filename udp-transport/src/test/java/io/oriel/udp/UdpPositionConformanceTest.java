// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The suite over UDP on links that go on in another stream all the time, because each begins near its last position. It takes minutes,
 * and is asked for, with {@code oriel.test.positions}; other builds have {@link UdpPositionTest}.
 */
@EnabledIfSystemProperty(
        named = "oriel.test.positions",
        matches = "true",
        disabledReason = "-Doriel.test.positions=true")
final class UdpPositionConformanceTest extends ConformanceSuite {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return UdpFixture.openAt(UdpPositionTest.NEAR_THE_END, config);
    }
}
