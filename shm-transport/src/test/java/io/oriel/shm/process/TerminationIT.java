// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.shm.Eventually;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a process leaves that was told to end and closed nothing. */
@Timeout(60)
class TerminationIT {
    @RegisterExtension
    final Stage stage = new Stage();

    @Test
    void aProcessThatIsToldToEndWhileItPollsLeavesNothing() {
        ChildProcess child = connectedChild();
        child.order("serve", "serving");

        child.terminate();
        child.awaitEnd();

        assertThat(stage.remainsOf(child)).isEmpty();
    }

    @Test
    void aProcessThatIsToldToEndWhileItListensLeavesNothing() {
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        child.listen();

        child.terminate();
        child.awaitEnd();

        assertThat(stage.remainsOf(child)).isEmpty();
    }

    @Test
    void theApplicationsOwnExitHookStillHasTheProcessDirectory() {
        ChildProcess child = connectedChild();
        child.order("look-at-exit " + stage.directory());

        child.terminate();

        assertThat(child.answer()).isEqualTo("its directory is there");
        child.awaitEnd();
        assertThat(stage.remainsOf(child)).isEmpty();
    }

    @WholeBuild
    @Test
    void whatAProcessThatIsKilledAmidItsEndLeavesIsRemovedByTheNext() {
        ChildProcess child = connectedChild();

        child.terminate();
        child.kill();
        child.awaitEnd();
        stage.newChild().order("open", "opened");

        assertThat(stage.remainsOf(child)).isEmpty();
    }

    @Test
    void whatAKilledProcessLeavesIsRemovedByItsPeerThoughNobodyComes() {
        ChildProcess child = connectedChild();
        child.listen();

        child.kill();
        child.awaitEnd();

        Eventually.becomes(() -> stage.remainsOf(child), List.of());
    }

    /** Starts a process with windows and a connection to this one. */
    private ChildProcess connectedChild() {
        ChildProcess child = stage.newChild();
        child.order("open", "opened"); // the first: it runs what the host needs
        Party party = new Party(stage.newProvider());
        child.accept(party);
        child.grant(party);
        return child;
    }
}
