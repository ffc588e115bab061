// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.oriel.collectives.Algorithm;
import io.oriel.collectives.Collective;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsTest {
    private static final CommunicatorConfig DEFAULTS = CommunicatorConfig.of(
            MeetingConfig.of(0, 2, new InetSocketAddress(InetAddress.getLoopbackAddress(), 7000)));

    @Test
    void readsRulesOfATable() {
        Tuning tuning =
                Tuning.ofTable("# mine\nALL_REDUCE RING 4- 65536- # long\n barrier doubling; scan chain 2-8 16\n");

        assertThat(tuning.rules())
                .containsExactly(
                        new Tuning.Rule(
                                Collective.ALL_REDUCE, Algorithm.RING, 4, Integer.MAX_VALUE, 65536, Long.MAX_VALUE),
                        Tuning.Rule.always(Collective.BARRIER, Algorithm.DOUBLING),
                        new Tuning.Rule(Collective.SCAN, Algorithm.CHAIN, 2, 8, 16, 16));
    }

    @ParameterizedTest
    @ValueSource(strings = {"BARRIER", "BARRIER UP", "NOTHING FLAT", "BARRIER FLAT x", "BARRIER FLAT 1- 2- 3-"})
    void refusesRulesThatCannotBeRead(String table) {
        assertThatIllegalArgumentException().isThrownBy(() -> Tuning.ofTable(table));
    }

    @Test
    void changesTheDefaults(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("table"), "BARRIER DOUBLING");

        CommunicatorConfig config = read(
                "tuningFile",
                file.toString(),
                "stoppedTimeout",
                "500",
                "unexpectedLimit",
                "1000000",
                "checking",
                "true");

        assertThat(config)
                .isEqualTo(DEFAULTS.withTuning(Tuning.ofTable("BARRIER DOUBLING"))
                        .withStoppedTimeout(Duration.ofMillis(500))
                        .withUnexpectedLimit(1_000_000)
                        .withChecking(true));
    }

    @Test
    void prefersRulesToTheirFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("table"), "BARRIER DOUBLING");

        assertThat(read("tuningFile", file.toString(), "tuning", "SCAN FLAT").tuning())
                .isEqualTo(Tuning.ofTable("SCAN FLAT"));
    }

    @ParameterizedTest
    @CsvSource({
        "tunning, SCAN FLAT",
        "tuning, SCAN",
        "tuningFile, /no/such/file",
        "stoppedTimeout, soon",
        "stoppedTimeout, 1",
        "checking, yes"
    })
    void refusesWhatCannotBeRead(String name, String value) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(name, value));
    }

    private static CommunicatorConfig read(String... namesAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.setProperty("oriel.collectives." + namesAndValues[i], namesAndValues[i + 1]);
        }
        return SystemProperties.read(properties, DEFAULTS);
    }
}
