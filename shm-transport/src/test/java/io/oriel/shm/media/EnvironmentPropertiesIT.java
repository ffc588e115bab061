// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.media;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.DriverConfig;
import io.oriel.api.config.DriverMode;
import io.oriel.api.config.OrielConfig;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.Directories;
import io.oriel.testing.resource.LibrarySettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application sets the system properties of Aeron and Agrona for itself. Oriel's drivers and clients do not obey them. */
@Timeout(120)
class EnvironmentPropertiesIT {
    /** Aeron takes the time-out for its own where there is a debugger. A driver demands more than 100 ms. */
    private static final List<String> DEBUGGER = List.of(
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:0",
            "-Daeron.debug.timeout=150ms");

    private Path directory = Path.of("/dev/shm");

    /** Not where the field is initialized: that also happens for skipped tests, which clean nothing. */
    @BeforeEach
    void makeDirectory() {
        directory = Directories.make("oe");
    }

    @AfterEach
    void clean() {
        Directories.delete(directory);
    }

    private static SortedMap<String, String> unusual() {
        List<String> names = new ArrayList<>(LibrarySettings.properties(Aeron.class));
        names.addAll(LibrarySettings.properties(MediaDriver.class));
        assertThat(names).contains("aeron.dir", "aeron.driver.resolver.interface", "aeron.client.name");
        SortedMap<String, String> values =
                LibrarySettings.unusual(names, List.of(MediaDriver.Context::new, Aeron.Context::new));
        assertThat(values).containsOnlyKeys(names);
        return values;
    }

    /** Those of Agrona are read once, and concern all of the JVM. */
    private static Map<String, String> agrona() {
        Map<String, String> values = new TreeMap<>();
        LibrarySettings.properties(DirectBuffer.class).forEach(name -> values.put(name, "true"));
        values.put("org.agrona.transport.iteration.threshold", "0");
        assertThat(values).containsKey("agrona.disable.bounds.checks");
        return values;
    }

    private ChildProcess start(Map<String, String> properties, List<String> flags) {
        List<String> arguments = new ArrayList<>(List.of("-Doriel.sharedMemory.directory=" + directory.resolve("d")));
        properties.forEach((name, value) -> arguments.add("-D" + name + "=" + value));
        arguments.addAll(flags);
        return ChildProcess.start(SettingsChild.class, arguments);
    }

    private OrielConfig config() {
        OrielConfig config = OrielConfig.defaults();
        return config.withSharedMemory(config.sharedMemory().withDirectory(directory.resolve("d")));
    }

    private static void exchange(ChildProcess child, Party party) {
        child.accept(party);
        child.grant(party);
        child.order("echo", "serving");
        for (int i = 0; i < 100; i++) {
            Party.require(party.receive(64));
            Party.require(party.send(64));
            Party.require(party.write(Party.HALF_LENGTH));
            party.settle();
        }
        party.ledger().requireSuccess();
        child.order("rest");
    }

    @Test
    void keepTheSettingsOfDriversAndClients() {
        SortedMap<String, String> properties = unusual();
        properties.putAll(agrona());
        try (ChildProcess child = start(properties, List.of())) {
            assertThat(child.ask("settings").split(SettingsChild.SEPARATOR))
                    .containsExactly(SettingsChild.settings().split(SettingsChild.SEPARATOR));

            requireNamed(child, "aeron.mtu.length", "long");
            child.order("set aeron.mtu.length 17");
            child.order("open", "opened");
            try (Provider provider = NetworkDirect.open(config())) {
                exchange(child, new Party(provider));
            }
        }
    }

    /** Aeron reads the properties before Oriel can say what it wants, and looks at one of them again and again. */
    private static void requireNamed(ChildProcess child, String property, String value) {
        child.order("set " + property + " " + value);

        assertThat(child.ask("open"))
                .contains("NOT_SUPPORTED")
                .contains(property + "=" + value)
                .doesNotContain("free memory");
    }

    @Test
    void doNotEndAnAdapterUnderADebugger() {
        try (ChildProcess child = start(Map.of(), DEBUGGER)) {
            requireNamed(child, "aeron.debug.timeout", "99ms");
            child.order("set aeron.debug.timeout 150ms");
            exchangeWithPauses(child, config());
        }
    }

    @WholeBuild
    @Test
    void doNotEndADriverApartUnderADebugger() {
        List<String> flags = new ArrayList<>(DEBUGGER);
        flags.add("-Doriel.driver.mode=EXTERNAL");
        try (ChildProcess host = start(Map.of(), DEBUGGER);
                ChildProcess child = start(Map.of(), flags)) {
            host.order("host-driver", "hosting");
            exchangeWithPauses(
                    child, config().withDriver(DriverConfig.defaults().withMode(DriverMode.EXTERNAL)));
        }
    }

    private static void exchangeWithPauses(ChildProcess child, OrielConfig config) {
        child.order("open", "opened");
        assertThat(child.ask("await-device 1000")).isEqualTo("TIMEOUT");
        try (Provider provider = NetworkDirect.open(config)) {
            exchange(child, new Party(provider));
            assertThat(child.ask("await-device 1000")).isNotEqualTo("DEVICE_REMOVED");
            assertThat(child.ask("is-connected")).isEqualTo("true");
        }
    }
}
