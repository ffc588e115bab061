// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NetworkDirect;
import io.oriel.api.Provider;
import io.oriel.api.config.DriverMode;
import io.oriel.api.config.OrielConfig;
import io.oriel.api.config.SharedMemoryConfig;
import io.oriel.api.config.SharingConfig;
import io.oriel.testing.SeededRandom;
import io.oriel.testing.junit.WholeBuild;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import io.oriel.testing.process.Traffic;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How links between two users end, and go on: this process is root's, the other one Bob's; terms are as short as can be. */
@Timeout(120)
@WholeBuild
class EndsIT {
    private static final int DEATHS = 6;
    private static final int STEPS = 2000;
    private static final String SHORT_TERMS = "-Doriel.driver.termLength=65536";
    private static final String SHORT_FRAMES = "-Doriel.driver.mtuLength=8192";

    @RegisterExtension
    static final Village VILLAGE = new Village();

    private final Random random = SeededRandom.create(getClass());

    private static OrielConfig config() {
        SharingConfig sharing = SharingConfig.defaults().withGroup(Integer.toString(User.TRADERS));
        OrielConfig config = OrielConfig.defaults()
                .withSharedMemory(SharedMemoryConfig.defaults()
                        .withDirectory(VILLAGE.directory())
                        .withSharing(sharing));
        return config.withDriver(config.driver().withTermLength(65_536).withMtuLength(8192));
    }

    private static ChildProcess openBob(String... flags) {
        return VILLAGE.open(User.BOB, flags);
    }

    private static void meet(Party party, ChildProcess bob, boolean isListener) {
        if (isListener) {
            bob.connectTo(party);
        } else {
            bob.accept(party);
        }
        bob.grant(party);
        bob.openWindow(party.bind());
        assertThat(party.connector().explain()).contains("KERNEL_READ_ONLY");
    }

    private static void mix(Traffic traffic, int steps) {
        for (int step = 0; step < steps; step++) {
            traffic.step();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoIsKilledAmidTrafficIsMissedAndItsNextProcessMet(boolean isListener) {
        try (Provider provider = NetworkDirect.open(config())) {
            Party party = new Party(provider);
            for (int death = 0; death < DEATHS; death++) {
                ChildProcess bob = openBob(SHORT_TERMS, SHORT_FRAMES);
                meet(party, bob, isListener);
                Traffic traffic = new Traffic(party, random.nextLong());
                bob.order("mix " + random.nextInt(100), "serving");
                mix(traffic, STEPS + random.nextInt(STEPS));

                bob.kill();

                party.progressUntil("the death is known", () -> {
                    traffic.step();
                    return !party.endpoint().isConnected();
                });
                party.settle();
                party.ledger().requireOnceInOrder();
                party.renew();
            }
        }
    }

    @Test
    void whoDoesNotReadForLongIsWaitedForAndGetsAll() {
        ChildProcess bob = openBob(SHORT_TERMS, SHORT_FRAMES);
        try (Provider provider = NetworkDirect.open(config())) {
            Party party = new Party(provider);
            meet(party, bob, true);
            Traffic traffic = new Traffic(party, random.nextLong());
            bob.order("mix " + random.nextInt(100), "serving");
            for (int round = 0; round < 3; round++) {
                mix(traffic, STEPS);
                bob.stop();
                mix(traffic, 10 * STEPS);
                bob.resume();
            }

            traffic.stop();
            for (String order : List.of("stop-mixing", "settle-initiator")) {
                bob.tell(order);
                while (!bob.hasAnswered()) {
                    traffic.step();
                }
                assertThat(bob.answer()).isEqualTo("done");
            }
            party.settleInitiator();
            party.ledger().requireSuccessSoFar();
            bob.order("require-success-so-far");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theLinkEndsWithTheDriverOfEitherUserThatRunsOnItsOwn(boolean isOwn) {
        ChildProcess own = VILLAGE.start(List.of());
        own.order("host-driver", "hosting");
        ChildProcess bobs = VILLAGE.start(User.BOB);
        bobs.order("host-driver", "hosting");
        ChildProcess bob = openBob("-Doriel.driver.mode=EXTERNAL");
        OrielConfig config = config();
        try (Provider provider =
                NetworkDirect.open(config.withDriver(config.driver().withMode(DriverMode.EXTERNAL)))) {
            Party party = new Party(provider);
            meet(party, bob, true);
            Traffic traffic = new Traffic(party, random.nextLong());
            bob.order("mix " + random.nextInt(100), "serving");
            mix(traffic, STEPS);

            (isOwn ? own : bobs).kill();

            party.progressUntil("the end is known", () -> {
                traffic.step();
                return !party.endpoint().isConnected();
            });
            party.settle();
            party.ledger().requireOnceInOrder();
        }
    }
}
