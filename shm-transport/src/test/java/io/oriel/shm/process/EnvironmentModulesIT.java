// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.testing.process.Child;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.JvmCommand;
import io.oriel.testing.process.Party;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The run-time image of an application has few modules. */
@Timeout(60)
class EnvironmentModulesIT {
    @RegisterExtension
    final Stage stage = new Stage();

    private ChildProcess start(String modules, String... flags) {
        return stage.add(ChildProcess.start(JvmCommand.of(Child.class)
                .with(List.of("--limit-modules=" + modules, "-Doriel.sharedMemory.directory=" + stage.directory()))
                .with(List.of(flags))));
    }

    @Test
    void twoAreEnough() {
        ChildProcess child = start("java.base,jdk.net");
        child.order("open", "opened");
        Party party = new Party(stage.newProvider());

        child.accept(party);
        child.grant(party);
        child.order("echo", "serving");
        Party.require(party.receive(64));
        Party.require(party.send(64));
        Party.require(party.write(Party.HALF_LENGTH));
        party.settle();

        party.ledger().requireSuccess();
    }

    @Test
    void theMissingOneIsNamed() {
        ChildProcess child = start("java.base");

        assertThat(child.ask("open"))
                .startsWith("failed NOT_SUPPORTED")
                .contains("the module jdk.net")
                .contains("--add-modules jdk.net")
                .contains("oriel.medium=UDP")
                .doesNotContain("--add-opens");
    }

    /** Aeron would look for a debugger. */
    @Test
    void theOneIsNamedThatAPropertyOfAeronsNeeds() {
        ChildProcess child = start("java.base,jdk.net", "-Daeron.debug.timeout=1h");

        assertThat(child.ask("open"))
                .startsWith("failed NOT_SUPPORTED")
                .contains("the module java.management")
                .contains("aeron.debug.timeout");
    }
}
