// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import io.oriel.api.Provider;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import io.oriel.testing.process.Sleeper;
import io.oriel.testing.process.Sleeper.Way;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two processes that wake each other and lose no wake. The property {@code oriel.test.wakes} says how often, {@code
 * oriel.test.seed} repeats a run.
 */
@Timeout(600)
class LostWakeIT {
    private static final int WAKES = Integer.getInteger("oriel.test.wakes", WholeBuild.RUNS ? 1500 : 500);
    private static final long SEED = Long.getLong("oriel.test.seed", System.nanoTime());

    @RegisterExtension
    final Stage stage = new Stage();

    @AfterEach
    void clearInterrupt() {
        boolean unused = Thread.interrupted();
    }

    @ParameterizedTest
    @EnumSource
    void noneIsLost(Way way) {
        converse(way, "calm");
    }

    @WholeBuild
    @ParameterizedTest
    @EnumSource
    void noneIsLostInAStormOfInterrupts(Way way) {
        converse(way, "storm");
    }

    private void converse(Way way, String weather) {
        System.out.println("LostWakeIT: repeat with -Doriel.test.seed=" + SEED);
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        Provider provider = stage.newProvider();
        Party party = new Party(provider);
        child.accept(party);
        child.tell("answer-asleep " + way + " " + WAKES + " " + SEED + " " + weather);

        try (Sleeper sleeper = new Sleeper(provider, party, way, SEED + 1)) {
            if (weather.equals("storm")) {
                Sleeper.inStorm(() -> sleeper.ask(WAKES));
            } else {
                sleeper.ask(WAKES);
            }
        }

        String answer = child.answer();
        if (!answer.equals("done")) {
            throw new AssertionError("the child answered '" + answer + "'");
        }
        party.ledger().requireSuccess();
    }
}
