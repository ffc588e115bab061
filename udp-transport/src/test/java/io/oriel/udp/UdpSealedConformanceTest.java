// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The suite over UDP on loopback, where each datagram is sealed. It is asked for, with {@code oriel.test.conformance}; a whole build has
 * {@link UdpSealedPartTest}.
 */
@EnabledIfSystemProperty(
        named = "oriel.test.conformance",
        matches = "all",
        disabledReason = "-Doriel.test.conformance=all")
final class UdpSealedConformanceTest extends ConformanceSuite {
    @Override
    public ConformanceFixture open(OrielConfig config) {
        return UdpFixture.openSealed(config);
    }
}
