// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NetworkDirect;
import io.oriel.engine.testing.FileMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Slots are taken back at random moments while another process reads and writes through them. What the Invalidate has
 * returned is filled with poison at once: nobody reads it with success, and it stays as it is.
 *
 * <p>Without properties it runs for some seconds; {@code oriel.test.revocationRounds} says how many rounds of the smallest kind
 * to run instead.
 */
@Timeout(value = 1, unit = TimeUnit.DAYS)
class SlotRevocationIT {
    private static final long ROUNDS = Long.getLong("oriel.test.revocationRounds", 0);
    private static final long SEED = Long.getLong("oriel.test.seed", new Random().nextLong());
    private static final long PATCH_NS = TimeUnit.MILLISECONDS.toNanos(1500);
    private static final long REPORT = 5_000_000;

    /** A round is one binding that the other process has tried to use, from the Bind to the poison. */
    @ParameterizedTest
    @CsvSource({"64, 1", "4096, 10", "200000, 1000"})
    void slotsAndHazardsOfTwoProcessesHold(int bytes, int fraction) throws IOException, InterruptedException {
        Random random = new Random(SEED);
        Path directory = FileMemory.createFiles(RevokingOwner.regionLength(bytes));
        Process peer = startPeer(directory, bytes);
        try {
            RevokingOwner owner = new RevokingOwner(FileMemory.ofOwner(directory), bytes, random);
            long startNs = System.nanoTime();
            long[] nextReport = {REPORT};
            owner.run(() -> {
                if (owner.rounds() >= nextReport[0]) {
                    nextReport[0] += REPORT;
                    System.out.println("so far " + owner);
                }
                return peer.isAlive() && goesOn(owner.rounds(), fraction, startNs);
            });
            owner.end();

            System.out.printf(
                    "revocations of %d bytes, two processes: %s in %.1f s, seed %d%n",
                    bytes, owner, (System.nanoTime() - startNs) / 1e9, SEED);
            assertThat(peer.waitFor()).isZero();
            assertThat(owner.violations()).isZero();
            assertThat(owner.roundsWithAccess()).isPositive();
            assertThat(owner.revokesWithPeerInside()).isPositive();
        } finally {
            peer.destroyForcibly();
            FileMemory.deleteFiles(directory);
        }
    }

    private static boolean goesOn(long rounds, long fraction, long startNs) {
        return ROUNDS > 0 ? rounds < Math.max(1, ROUNDS / fraction) : System.nanoTime() - startNs < PATCH_NS;
    }

    private static Process startPeer(Path directory, int bytes) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx128m", "-ea"));
        command.addAll(List.of(NetworkDirect.REQUIRED_JVM_FLAG.split(" ", -1)));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), RacingPeerMain.class.getName()));
        command.addAll(List.of(directory.toString(), Integer.toString(bytes)));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
