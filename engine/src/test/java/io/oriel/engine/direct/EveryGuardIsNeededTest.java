// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oriel.api.OpFlags;
import io.oriel.engine.initiator.Transfers;
import io.oriel.engine.testing.SeededRandom;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The same check passes with all guards and fails when one is missing. */
class EveryGuardIsNeededTest {
    private static final int WINDOW_START = 64 * 1024;
    private static final int WINDOW_LENGTH = 3 * DirectAccess.MAX_CHUNK;
    private static final int RACE_BYTES = 64;
    private static final long ROUNDS_AT_LEAST = Long.getLong("oriel.test.revocations", 100_000);
    private static final long ROUNDS_AT_MOST = 200_000_000;

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"OWNER_FENCE", "ACCESS_FENCE"})
    void isNoticedWhenItIsMissing(MissingGuard missing) {
        Consumer<Guards> check = checkOf(missing);

        check.accept(Guards.ALL);

        assertThatThrownBy(() -> check.accept(missing.others())).isInstanceOf(AssertionError.class);
    }

    @EnabledIfSystemProperty(named = "oriel.test.whole", matches = "true", disabledReason = "-Doriel.test.whole=true")
    @ParameterizedTest
    @EnumSource(names = {"OWNER_FENCE", "ACCESS_FENCE"})
    @Timeout(600)
    void aMissingFenceLetsMemoryBeUsedThatWasTakenBack(MissingGuard missing) {
        Random random = SeededRandom.create(EveryGuardIsNeededTest.class);

        RevokingOwner weak = RevocationRace.run(missing.others(), RACE_BYTES, ROUNDS_AT_MOST, random);
        RevokingOwner fenced =
                RevocationRace.run(Guards.ALL, RACE_BYTES, Math.max(2 * weak.rounds(), ROUNDS_AT_LEAST), random);

        System.out.println("without " + missing + ": " + weak + "; with all guards: " + fenced);
        assertThat(weak.violations()).as("without it, in %s", weak).isPositive();
        assertThat(fenced.violations()).as("with it, in %s", fenced).isZero();
        assertThat(fenced.revokesWithPeerInside())
                .as("the race is one, in %s", fenced)
                .isPositive();
        assertThat(fenced.roundsWithAccess())
                .as("the race is one, in %s", fenced)
                .isPositive();
    }

    private static Consumer<Guards> checkOf(MissingGuard missing) {
        return switch (missing) {
            case CURRENT -> guards -> with(guards, EveryGuardIsNeededTest::refusesABindingThatWasTakenBack);
            case STILL_CURRENT -> guards -> with(guards, EveryGuardIsNeededTest::stopsBeforeTheNextChunk);
            case TOKEN -> guards -> with(guards, EveryGuardIsNeededTest::refusesAnotherToken);
            case ENDPOINT -> guards -> with(guards, EveryGuardIsNeededTest::refusesAnotherEndpoint);
            case RIGHTS -> guards -> with(guards, EveryGuardIsNeededTest::refusesAWriteThatIsNotGranted);
            case BOUNDS -> guards -> with(guards, EveryGuardIsNeededTest::refusesTheByteBehindTheWindow);
            case HAZARD_WAIT -> guards -> with(guards, EveryGuardIsNeededTest::waitsForThePeerInside);
            case OWNER_FENCE, ACCESS_FENCE -> throw new IllegalArgumentException(missing + " needs two threads");
        };
    }

    private static void with(Guards guards, Consumer<TwoEnds> check) {
        try (TwoEnds ends = new TwoEnds(guards)) {
            check.accept(ends);
        }
    }

    private static WindowSlot show(TwoEnds ends, int rights) {
        return ends.show(WINDOW_START, WINDOW_LENGTH, rights);
    }

    private static void refusesABindingThatWasTakenBack(TwoEnds ends) {
        WindowSlot slot = show(ends, TwoEnds.READ_WRITE);
        PeerBinding target = ends.target(slot);
        assertThat(slot.revoke()).isTrue();

        assertWritesNothing(ends, target, 0, 8);
    }

    private static void stopsBeforeTheNextChunk(TwoEnds ends) {
        WindowSlot slot = show(ends, TwoEnds.READ_WRITE);
        Transfers transfers = ends.newTransfers(WINDOW_LENGTH);
        transfers.fill((byte) 1);
        transfers.beginWrite(ends.target(slot), 0);
        assertThat(transfers.move()).isTrue();

        assertThat(slot.revoke()).as("nobody is inside between two chunks").isTrue();
        ends.region.putBytes(0, new byte[TwoEnds.REGION_LENGTH]);

        assertThat(transfers.move()).isFalse();
        assertUntouched(ends);
    }

    private static void refusesAnotherToken(TwoEnds ends) {
        PeerBinding target = ends.target(show(ends, TwoEnds.READ_WRITE));
        target.token ^= 1;

        assertWritesNothing(ends, target, 0, 8);
    }

    private static void refusesAnotherEndpoint(TwoEnds ends) {
        WindowSlot slot = show(ends, TwoEnds.READ_WRITE);
        Transfers stranger = new Transfers(ends.peer, TwoEnds.USER_ID + 1, TwoEnds.USER_GENERATION, 8);
        stranger.fill((byte) 1);

        assertThat(stranger.write(ends.target(slot), 0, 8)).isFalse();
        assertUntouched(ends);
    }

    private static void refusesAWriteThatIsNotGranted(TwoEnds ends) {
        PeerBinding target = ends.target(show(ends, OpFlags.ALLOW_READ));

        assertWritesNothing(ends, target, 0, 8);
    }

    private static void refusesTheByteBehindTheWindow(TwoEnds ends) {
        PeerBinding target = ends.target(show(ends, TwoEnds.READ_WRITE));

        assertWritesNothing(ends, target, WINDOW_LENGTH - 7, 8);
    }

    private static void waitsForThePeerInside(TwoEnds ends) {
        WindowSlot slot = show(ends, TwoEnds.READ_WRITE);
        long stamp = slot.stamp();
        assertThat(ends.enters(ends.target(slot))).isTrue();

        assertThat(slot.revoke()).isFalse();
        assertThat(slot.isQuiet(stamp)).isFalse();
    }

    private static void assertWritesNothing(TwoEnds ends, PeerBinding target, long at, int bytes) {
        Transfers transfers = ends.newTransfers(bytes);
        transfers.fill((byte) 1);

        boolean written = transfers.write(target, at, bytes);

        assertThat(written).isFalse();
        assertUntouched(ends);
    }

    private static void assertUntouched(TwoEnds ends) {
        byte[] bytes = new byte[TwoEnds.REGION_LENGTH];
        ends.region.getBytes(0, bytes);
        assertThat(bytes).containsOnly(0);
    }
}
