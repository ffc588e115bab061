// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.shm.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.testing.process.ChildProcess;
import io.oriel.testing.process.Party;
import io.oriel.testing.process.WindowRacer;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.agrona.MutableDirectBuffer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Windows are taken back at random moments while another process reads and writes through them. What the Invalidate has
 * returned is filled with poison at once: nobody reads it with success, and it stays as it is.
 *
 * <p>Without properties each test runs for some seconds; {@code oriel.test.revocationRounds} says how many rounds of the smallest
 * kind to run instead.
 */
@Timeout(value = 1, unit = TimeUnit.DAYS)
class RevocationIT {
    private static final long ROUNDS = Long.getLong("oriel.test.revocationRounds", 0);
    private static final long SEED = Long.getLong("oriel.test.seed", new Random().nextLong());
    private static final long PATCH_NS = TimeUnit.MILLISECONDS.toNanos(1500);
    private static final long MOST_SPINS = 20_000;
    private static final long ENOUGH_ROUNDS = 2_000;

    @RegisterExtension
    final Stage stage = new Stage();

    /** A round is a connection: Bind, Reads and Writes of the child's until the Invalidate stops them. */
    @ParameterizedTest
    @ValueSource(ints = {64, 4096, 1024 * 1024})
    void invalidateIsTheEndOfAllAccess(int length) {
        Random random = new Random(SEED);
        Party party = new Party(stage.newProvider(stage.config()));
        ChildProcess child = stage.newChild();
        child.order("open", "opened");
        InetSocketAddress listener = party.listen();
        long startNs = System.nanoTime();
        long[] sums = new long[3];
        long round = 0;
        long waited = 0;
        while (goesOn(round, 100_000, startNs)
                || (round < ENOUGH_ROUNDS
                        && (sums[0] == 0 || sums[1] == 0))) { // on a busy machine the child is seldom in time
            round++;
            child.connectTo(party, listener);
            fill(party, 0, length, round);
            child.openWindow(party.bind());
            party.settle();

            child.tell("race " + round + " " + length);
            for (long i = random.nextLong(MOST_SPINS + length / 16); i > 0; i--) {
                Thread.onSpinWait();
            }
            assertThat(party.invalidate(OpFlags.NONE)).isEqualTo(NdStatus.SUCCESS);
            if (party.pollOnce() == 0) {
                waited++;
            }
            party.settle();
            assertThat(party.ledger().initiatorEnds()).containsExactly(NdStatus.SUCCESS, NdStatus.SUCCESS);
            requireWritten(party, length, round);
            fill(party, 0, length, -round);
            fill(party, Party.HALF_LENGTH, length, -round);

            party.progressUntil("the child has been refused", child::hasAnswered);
            count(child.answer(), sums);
            require(party, 0, length, -round);
            require(party, Party.HALF_LENGTH, length, -round);
            party.progressUntil(
                    "the connection has ended", () -> !party.endpoint().isConnected());
            party.renew();
            child.order("renew");
        }
        System.out.printf(
                "revocations of %d bytes, whole stack: %d rounds (%d with the peer inside) with %d Reads and %d Writes"
                        + " in %.1f s, %d violations, seed %d%n",
                length, round, waited, sums[0], sums[1], (System.nanoTime() - startNs) / 1e9, sums[2], SEED);
        assertThat(sums[2]).as("Reads of poison").isZero();
        assertThat(sums[0]).isPositive();
        assertThat(sums[1]).isPositive();
    }

    private static boolean goesOn(long rounds, long fraction, long startNs) {
        return ROUNDS > 0 ? rounds < Math.max(1, ROUNDS / fraction) : System.nanoTime() - startNs < PATCH_NS;
    }

    private static void count(String answer, long[] sums) {
        String[] words = answer.split(" ", -1);
        for (int i = 0; i < sums.length; i++) {
            sums[i] += Long.parseLong(words[i]);
        }
    }

    private static void fill(Party party, int from, int length, long value) {
        MutableDirectBuffer buffer = party.memory().buffer();
        for (int at = from; at < from + length; at += Long.BYTES) {
            buffer.putLong(at, value);
        }
    }

    private static void require(Party party, int from, int length, long value) {
        for (int at = from; at < from + length; at += Long.BYTES) {
            long found = party.memory().buffer().getLong(at);
            if (found != value) {
                throw new AssertionError(
                        "after the Invalidate of round " + -value + " byte " + at + " became " + found);
            }
        }
    }

    /** The second half is what the last round left, or what this one has written. */
    private static void requireWritten(Party party, int length, long round) {
        for (int at = Party.HALF_LENGTH; at < Party.HALF_LENGTH + length; at += Long.BYTES) {
            long found = party.memory().buffer().getLong(at);
            if (found != 1 - round && !(found == round && WindowRacer.isWritten(round))) {
                throw new AssertionError("in round " + round + " byte " + at + " became " + found);
            }
        }
    }
}
