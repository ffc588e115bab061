// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import io.oriel.testing.resource.LibrarySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An application sets the system properties of Aeron and Agrona for itself. Oriel's drivers and clients do not obey them. */
@Timeout(120)
class EnvironmentPropertiesIT {
    /** Aeron takes the time-out for its own where there is a debugger. A driver demands more than 20 ms. */
    private static final List<String> DEBUGGER = List.of(
            "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,quiet=y,address=127.0.0.1:0",
            "-Daeron.debug.timeout=19ms");

    @RegisterExtension
    final UdpStage stage = new UdpStage();

    private static Map<String, String> unusual() {
        List<String> names = new ArrayList<>(LibrarySettings.properties(Aeron.class));
        names.addAll(LibrarySettings.properties(MediaDriver.class));
        assertThat(names).contains("aeron.dir", "aeron.driver.resolver.interface", "aeron.client.name");
        Map<String, String> values =
                new TreeMap<>(LibrarySettings.unusual(names, List.of(MediaDriver.Context::new, Aeron.Context::new)));
        assertThat(values).containsOnlyKeys(names);
        // Those of Agrona are read once, and concern all of the JVM.
        LibrarySettings.properties(DirectBuffer.class).forEach(name -> values.put(name, "true"));
        values.put("org.agrona.transport.iteration.threshold", "0");
        return values;
    }

    private static void exchange(ChildProcess child, Party party) {
        child.accept(party);
        child.grant(party);
        child.order("echo", "serving");
        for (int i = 0; i < 100; i++) {
            Party.require(party.receive(64));
            Party.require(party.send(64));
            Party.require(party.write(10_000));
            party.settle();
        }
        party.ledger().requireSuccess();
        child.order("rest");
    }

    @Test
    void keepTheSettingsOfDriversAndClients() {
        List<String> flags = new ArrayList<>();
        unusual().forEach((name, value) -> flags.add("-D" + name + "=" + value));
        ChildProcess child = stage.newChildAs(List.of(), SettingsChild.class, flags.toArray(String[]::new));

        exchange(child, new Party(stage.newProvider()));

        assertThat(child.ask("settings").split(SettingsChild.SEPARATOR))
                .containsExactly(SettingsChild.settings().split(SettingsChild.SEPARATOR));
    }

    /** Aeron reads the properties before Oriel can say what it wants, and looks at one of them again and again. */
    @WholeBuild
    @Test
    void areNamedWhenNoDriverCanStartAndDoNotEndAnAdapterUnderADebugger() {
        ChildProcess child = stage.startChild(SettingsChild.class, DEBUGGER);
        assertThat(child.ask("open"))
                .startsWith("failed")
                .contains("NOT_SUPPORTED: a media driver does not accept")
                .contains("aeron.debug.timeout=19ms");
        child.order("set aeron.mtu.length long");
        assertThat(child.ask("open"))
                .startsWith("failed")
                .contains("NOT_SUPPORTED: Aeron cannot read")
                .contains("aeron.mtu.length=long");
        child.order("set aeron.mtu.length 17");
        child.order("set aeron.debug.timeout 500ms");

        child.order("open", "opened");
        assertThat(child.ask("await-device 1000")).isEqualTo("TIMEOUT");
        exchange(child, new Party(stage.newProvider()));
        assertThat(child.ask("await-device 1000")).isNotEqualTo("DEVICE_REMOVED");
        assertThat(child.ask("is-connected")).isEqualTo("true");
    }
}
