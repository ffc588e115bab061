// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

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
    private static final long ROUNDS = Long.getLong("oriel.test.grants", 2_000);
    private static final int MOST = 1_000;

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
            long amid = 0;
            SplittableRandom random = new SplittableRandom(~seed);
            for (long round = 0; round < ROUNDS; round++) {
                long before = granted;
                granted += 1 + random.nextInt(MOST);
                grants.own.grant(granted, 0);
                for (int i = random.nextInt(4 * MOST); i > 0; i--) {
                    Thread.onSpinWait();
                }
                grants.own.takeBack();
                awaitSettled();
                long unused = grants.own.unused(granted, before);
                amid += unused > 0 && unused < granted - before ? 1 : 0;
                granted -= unused;
                assertThat(used.getAcquire())
                        .as("used, of %s granted for good", granted)
                        .isLessThanOrEqualTo(granted);
            }
            ended.complete(null);

            long all = uses.get(60, TimeUnit.SECONDS);

            assertThat(all + grants.own.unused(granted, 0)).isEqualTo(granted);
            assertThat(amid).as("grants were taken back while others were used").isPositive();
        }
    }

    private static void awaitSettled() {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < OwnGrants.SETTLING_NS) {
            Thread.onSpinWait();
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
