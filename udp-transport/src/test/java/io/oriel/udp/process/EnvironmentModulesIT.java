// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.udp.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.Child;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The run-time image of an application has few modules. */
@Timeout(60)
class EnvironmentModulesIT {
    /** Before JDK 22 the curves have a module of their own. */
    private static final boolean IS_MODULE_OF_CURVES = Runtime.version().feature() < 22;

    @RegisterExtension
    final UdpStage stage = new UdpStage();

    @RegisterExtension
    final UdpStage sealed = UdpStage.ofSealed(Duration.ofSeconds(10));

    private static ChildProcess start(UdpStage stage, String modules) {
        return stage.startChild(Child.class, List.of("--limit-modules=" + modules, "-Doriel.udp.mtuLength=1408"));
    }

    private static void exchange(UdpStage stage, ChildProcess child) {
        child.order("open", "opened");
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.grant(party);
        child.order("echo", "serving");
        Party.require(party.receive(64));
        Party.require(party.send(64));
        Party.require(party.write(10_000));
        party.settle();

        party.ledger().requireSuccess();
    }

    @Test
    void oneIsEnough() {
        exchange(stage, start(stage, "java.base"));
    }

    @WholeBuild
    @Test
    void twoAreEnoughWhereDatagramsAreSealed() {
        exchange(sealed, start(sealed, IS_MODULE_OF_CURVES ? "java.base,jdk.crypto.ec" : "java.base"));
    }

    @Test
    void theMissingOneIsNamed() {
        assumeTrue(IS_MODULE_OF_CURVES, "none is missing");
        ChildProcess child = start(sealed, "java.base");

        assertThat(child.ask("open"))
                .startsWith("failed NOT_SUPPORTED")
                .contains("without the module jdk.crypto.ec")
                .contains("--add-modules jdk.crypto.ec");
    }
}
