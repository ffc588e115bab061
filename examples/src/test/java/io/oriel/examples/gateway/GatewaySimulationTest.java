// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.examples.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.examples.gateway.SimulatedExchange.Fault;
import io.oriel.testing.SimulatedProcess;
import io.oriel.testing.SimulatedStep;
import io.oriel.testing.Simulation;
import io.oriel.testing.SimulationConfig;
import io.oriel.testing.SimulationSeeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The exchange on the simulated network, with deaths, standstills, cuts and delays by seed: the invariants hold in each run, and a
 * broken exchange is found. {@code -Doriel.test.gatewayRuns} says how many runs, {@code -Doriel.test.seed} which one.
 */
class GatewaySimulationTest {
    private static final int RUNS = Integer.getInteger("oriel.test.gatewayRuns", 100);
    private static final int BROKEN_RUNS = 100;
    private static final int SAME_RUNS = 5;
    private static final long ORDERS = 25;
    private static final int MOST_FAULTS = 5;
    private static final int ENGINE = 0;
    private static final int GATEWAY = 1;
    private static final SimulatedStep[] STEPS = {SimulatedStep.FRAME, SimulatedStep.CONTROL, SimulatedStep.WORD};

    /** Returns what was broken. */
    private static List<String> play(long seed, Fault fault) {
        List<String> violations = new ArrayList<>();
        play(seed, fault, violations);
        return violations;
    }

    /** Adds what was broken; returns a number for all that has happened. */
    private static long play(long seed, Fault fault, List<String> violations) {
        long[] fingerprint = new long[1];
        SimulationConfig config =
                SimulationConfig.of(seed).withSharedMemory(seed % 3 == 1).withNarrowQueues(seed % 5 == 4);
        Simulation.play(config, simulation -> {
            Random random = new Random(seed);
            SimulatedExchange exchange = new SimulatedExchange(simulation, new Random(~seed), ORDERS, fault);
            int faults = seed == 0 ? 0 : 1 + random.nextInt(MOST_FAULTS);
            for (int i = 0; i < faults; i++) {
                simulation.runFor(Duration.ofNanos(random.nextInt(20_000_000)));
                strike(simulation, exchange, random, !config.sharesMemory());
            }
            exchange.runToTheEnd();
            violations.addAll(exchange.violations());
            fingerprint[0] = simulation.fingerprint();
        });
        return fingerprint[0];
    }

    private static void strike(Simulation simulation, SimulatedExchange exchange, Random random, boolean hasNetwork) {
        int member = random.nextInt(SimulatedExchange.MEMBERS);
        int victim = random.nextInt(3);
        SimulatedProcess process = process(exchange, victim, member);
        Duration some = Duration.ofNanos(random.nextInt(300_000_000));
        switch (random.nextInt(hasNetwork ? 5 : 4)) {
            case 0 -> restart(simulation, exchange, random, Set.of(victim), member);
            case 1 -> {
                SimulatedStep step = STEPS[random.nextInt(STEPS.length)];
                process.dieAfter(step, process.count(step) + 1 + random.nextInt(10));
                simulation.runFor(Duration.ofMillis(20)); // it need not come to it
                restart(simulation, exchange, random, Set.of(victim), member);
            }
            case 2 -> restart(simulation, exchange, random, pair(victim), member);
            case 3 -> {
                process.stop();
                simulation.runFor(some);
                process.resume();
            }
            default -> {
                SimulatedProcess other = process(exchange, victim == GATEWAY ? ENGINE : GATEWAY, member);
                simulation.cut(process, other);
                simulation.runFor(some);
                simulation.heal(process, other);
            }
        }
    }

    private static Set<Integer> pair(int victim) {
        Set<Integer> pair = new TreeSet<>(); // in an order that is the same each time
        pair.add(victim);
        pair.add(GATEWAY);
        return pair;
    }

    private static SimulatedProcess process(SimulatedExchange exchange, int which, int member) {
        return switch (which) {
            case ENGINE -> exchange.engine();
            case GATEWAY -> exchange.gateway();
            default -> exchange.member(member);
        };
    }

    /** Kills some at once; a moment later each begins another life. */
    private static void restart(
            Simulation simulation, SimulatedExchange exchange, Random random, Set<Integer> victims, int member) {
        victims.forEach(which -> process(exchange, which, member).kill());
        for (int which : victims) {
            simulation.runFor(Duration.ofNanos(random.nextInt(random.nextInt(3) == 0 ? 1_000_000 : 50_000_000)));
            switch (which) {
                case ENGINE -> exchange.startEngine();
                case GATEWAY -> exchange.startGateway();
                default -> exchange.startMember(member);
            }
        }
    }

    @Test
    @Timeout(7200)
    void noOrderIsExecutedTwiceOrAnsweredWronglyAndEachEnds() {
        for (long seed : SimulationSeeds.of(RUNS).toArray()) {
            assertThat(play(seed, Fault.NONE)).as("seed " + seed).isEmpty();
        }
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        for (long seed = 1; seed <= SAME_RUNS; seed++) {
            List<String> violations = new ArrayList<>();
            assertThat(play(seed, Fault.NONE, violations)).isEqualTo(play(seed, Fault.NONE, violations));
        }
    }

    @Test
    void anEngineThatForgetsItsOrdersIsFound() {
        assertThat(broken(Fault.ENGINE_FORGETS)).anyMatch(violation -> violation.contains("executed twice"));
    }

    @Test
    void membersWhoSendAgainByAnotherIdAreFound() {
        assertThat(broken(Fault.MEMBERS_SEND_ANEW)).anyMatch(violation -> violation.contains("done twice"));
    }

    private static List<String> broken(Fault fault) {
        List<String> violations = new ArrayList<>();
        for (long seed = 1;
                seed <= BROKEN_RUNS && violations.stream().noneMatch(each -> each.contains("twice"));
                seed++) {
            violations.addAll(play(seed, fault));
        }
        return violations;
    }
}
