// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import io.oriel.shm.process.KillScene.Host;
import io.oriel.shm.process.KillScene.Role;
import io.oriel.testing.junit.WholeBuild;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A process is killed at each step of its life, in either role, with a driver of its own or one apart; the other one finishes
 * everything, says so with the right statuses, and goes on.
 *
 * <p>By default a third of the steps, or by hand a sixth, is taken, once each, in a role and with a host: the seed draws all three. The property
 * {@code oriel.test.kills} has every combination run that many times; {@code oriel.test.seed} repeats a run.
 */
@Timeout(60)
class KillIT {
    private static final int ROUNDS = Integer.getInteger("oriel.test.kills", 0);
    private static final long SEED = Long.getLong("oriel.test.seed", new Random().nextLong());
    private static final List<Long> NOTICES_NS = Collections.synchronizedList(new ArrayList<>());

    @RegisterExtension
    final Stage stage = new Stage();

    /** One kill. */
    record Kill(KillStep step, Role role, Host host, long seed) {
        @Override
        public String toString() {
            return "victim " + role + ", driver: " + host + ", killed at " + step + ", seed " + seed;
        }
    }

    static Stream<Kill> kills() {
        System.out.println("kills: seed " + SEED + ", to be repeated with -Doriel.test.seed=" + SEED);
        Random random = new Random(SEED);
        if (ROUNDS == 0) {
            List<KillStep> steps = new ArrayList<>(List.of(KillStep.values()));
            Collections.shuffle(steps, random);
            return steps.subList(0, steps.size() / (WholeBuild.RUNS ? 3 : 6)).stream()
                    .map(step -> combinations(step, random))
                    .map(each -> each.get(random.nextInt(each.size())));
        }
        return IntStream.range(0, ROUNDS)
                .boxed()
                .flatMap(round -> Stream.of(KillStep.values()))
                .flatMap(step -> combinations(step, random).stream());
    }

    private static List<Kill> combinations(KillStep step, Random random) {
        List<Kill> kills = new ArrayList<>();
        for (Role role : Role.values()) {
            for (Host host : Host.values()) {
                if (step.suits(role)) {
                    kills.add(new Kill(step, role, host, random.nextLong()));
                }
            }
        }
        return kills;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kills")
    void survivorFinishesEverythingAndGoesOn(Kill kill) {
        KillScene scene = new KillScene(
                stage, kill.role(), kill.host(), kill.seed(), kill.step().needsNoFrames());

        kill.step().run(scene);

        if (scene.noticeNs() > 0) {
            NOTICES_NS.add(scene.noticeNs());
        }
        scene.requireRecovery();
    }

    @AfterAll
    static void report() {
        List<Long> sorted = NOTICES_NS.stream().sorted().toList();
        if (!sorted.isEmpty()) {
            System.out.printf(
                    "kills: from the kill to the last completion, of %d: p50 %.1f ms, p99 %.1f ms, max %.1f ms%n",
                    sorted.size(),
                    sorted.get(sorted.size() / 2) / 1e6,
                    sorted.get((sorted.size() - 1) * 99 / 100) / 1e6,
                    sorted.get(sorted.size() - 1) / 1e6);
        }
    }
}
