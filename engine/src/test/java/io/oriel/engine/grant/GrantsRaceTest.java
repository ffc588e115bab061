// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.grant;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.engine.testing.SeededRandom;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two threads over two mappings of one file: each grant is used, or taken back, or still there. */
class GrantsRaceTest {
    private static final long ROUNDS = Long.getLong("oriel.test.grants", 2_000_000);
    private static final int MOST = 4;

    private final AtomicLong used = new AtomicLong();

    @Test
    @Timeout(600)
    void usesNoGrantThatWasTakenBackAndLosesNone() throws Exception {
        long seed = SeededRandom.create(GrantsRaceTest.class).nextLong();
        try (FileGrants grants = new FileGrants()) {
            PeerGrants peer = grants.openPeer();
            CompletableFuture<Void> ended = new CompletableFuture<>();
            CompletableFuture<Long> uses =
                    CompletableFuture.supplyAsync(() -> use(peer, new SplittableRandom(seed), ended));
            long granted = 0;
            long takenBack = 0;
            long takenBackOnes = 0;
            SplittableRandom random = new SplittableRandom(~seed);
            for (long round = 0; round < ROUNDS; round++) {
                int count = 1 + random.nextInt(MOST);
                grants.own.add(count);
                granted += count;
                for (int i = random.nextInt(32); i > 0; i--) {
                    Thread.onSpinWait();
                }
                long back = random.nextBoolean()
                        ? grants.own.takeBack(granted) // which it was in all
                        : grants.own.takeBack(1 + random.nextInt(MOST), granted);
                takenBack += back;
                takenBackOnes += back > 0 && back < count ? 1 : 0;
                long outstanding = granted - takenBack;
                assertThat(used.getAcquire())
                        .as("used, of %s granted for good", outstanding)
                        .isLessThanOrEqualTo(outstanding);
            }
            ended.complete(null);

            long all = uses.get(60, TimeUnit.SECONDS);
            long left = grants.own.takeBack(granted);

            assertThat(all + takenBack + left).isEqualTo(granted);
            assertThat(all).as("the race is one").isPositive();
            assertThat(takenBackOnes).as("the race is one").isPositive();
        }
    }

    private long use(PeerGrants peer, SplittableRandom random, CompletableFuture<Void> ended) {
        long uses = 0;
        while (!ended.isDone()) {
            if (peer.take()) {
                if (random.nextInt(4) == 0) {
                    peer.giveBack();
                } else {
                    used.setRelease(++uses);
                }
            } else if (peer.wereTakenBack()) {
                Thread.onSpinWait();
            }
        }
        return uses;
    }
}
