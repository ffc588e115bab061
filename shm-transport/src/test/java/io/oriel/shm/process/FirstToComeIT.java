// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Outcomes;
import io.oriel.testing.process.Party;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The process that came first ends, in whatever way: links of others go on, and new ones are made. */
@Timeout(60)
class FirstToComeIT {
    @RegisterExtension
    final Stage stage = new Stage();

    /** How it ends. */
    enum End {
        EXIT {
            @Override
            void of(ChildProcess child) {
                child.order("close", "closed");
            }
        },
        KILL {
            @Override
            void of(ChildProcess child) {
                child.kill();
            }
        };

        abstract void of(ChildProcess child);
    }

    @ParameterizedTest
    @EnumSource
    void itsEndHarmsNoLinkOfOthers(End end) {
        ChildProcess first = newChild();
        ChildProcess second = newChild();
        Party toFirst = new Party(stage.newProvider());
        Party toSecond = toFirst.sibling();
        first.accept(toFirst);
        second.accept(toSecond);
        second.order("echo", "serving");
        exchange(toSecond);
        CompletableFuture<Void> notice = toFirst.connector().notifyDisconnect();

        end.of(first);
        first.awaitEnd();

        toFirst.progressUntil("its end is told", notice::isDone);
        assertThat(Outcomes.of(notice)).isEqualTo(NdStatus.SUCCESS);
        exchange(toSecond);
        ChildProcess third = newChild();
        Party toThird = new Party(stage.newProvider());
        third.connectTo(toThird);
        third.order("echo", "serving");
        exchange(toThird);
        exchange(toSecond);
        assertThat(toSecond.endpoint().isConnected()).isTrue();
        assertThat(stage.remainsOf(first)).isEmpty();
    }

    private ChildProcess newChild() {
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        return child;
    }

    private static void exchange(Party party) {
        for (int i = 0; i < 100; i++) {
            Party.require(party.receive(64));
            Party.require(party.send(64));
            party.settle();
        }
        party.ledger().requireSuccess();
    }
}
