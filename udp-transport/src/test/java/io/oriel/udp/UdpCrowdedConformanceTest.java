// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp;

import io.oriel.api.config.OrielConfig;
import io.oriel.testing.conformance.ConformanceSuite;
import io.oriel.testing.conformance.fixture.ConformanceFixture;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The suite over UDP on loopback with sockets as small as Linux allows by default, each adapter with as many links. It is asked for, with
 * {@code oriel.test.conformance}; other builds have {@link UdpSettingsTest}.
 */
@EnabledIfSystemProperty(
        named = "oriel.test.conformance",
        matches = "all",
        disabledReason = "-Doriel.test.conformance=all")
@ParameterizedClass
@ValueSource(ints = {1, 4, 18, 64})
final class UdpCrowdedConformanceTest extends ConformanceSuite {
    /** The default of {@code net.core.rmem_max} and {@code net.core.wmem_max}. */
    private static final int SOCKET_LENGTH = 212_992;

    private final int links;

    UdpCrowdedConformanceTest(int links) {
        this.links = links;
    }

    @Override
    public ConformanceFixture open(OrielConfig config) {
        return UdpFixture.openCrowded(links, config.withUdp(config.udp().withSocketBufferLength(SOCKET_LENGTH)));
    }
}
