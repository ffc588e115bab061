// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.api.OpFlags;
import io.oriel.engine.testing.FileMemory;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Binds a window and takes it back at a random moment, over and over, while a {@link RacingPeer}, in another thread or
 * another process, reads and writes through it. As soon as the binding is taken back and quiet it fills the memory with
 * poison, and watches that the poison stays.
 *
 * <p>A round is one binding that the peer has tried to use at least once, from the Bind to the poison.
 */
public final class RevokingOwner {
    static final long TOKEN = 0x7061_7373_776f_7264L;
    static final int USER_ID = 7;
    static final int USER_GENERATION = 2;

    private static final int MOST_SPINS = 128;
    private static final int SPINS_BEFORE_PARKING = 5_000;

    private final WindowSlots windows;
    private final UnsafeBuffer region;
    private final int bytes;
    private final Random random;
    private long lastStamp; // 0, as the region begins, before the first
    private long rounds;
    private long revokesWithPeerInside;
    private long lateWrites;

    /**
     * Creates an owner of all of the memory's region.
     *
     * @param memory as the owner of the region sees it
     * @param bytes  of each half of the window
     * @param random when to revoke
     */
    public RevokingOwner(FileMemory memory, int bytes, Random random) {
        this(memory, Guards.ALL, bytes, random);
    }

    RevokingOwner(FileMemory memory, Guards guards, int bytes, Random random) {
        windows = new DirectLink(memory, guards).windows();
        region = memory.newMapping(true);
        this.bytes = bytes;
        this.random = random;
    }

    /** Returns how many bytes the region of a race must have. */
    public static int regionLength(int bytes) {
        return RaceLayout.regionLength(bytes);
    }

    /**
     * Runs rounds until a violation is seen, or for long enough.
     *
     * @param goesOn false when it is enough, or when there is no peer any more
     */
    public void run(BooleanSupplier goesOn) {
        while (violations() == 0 && goesOn.getAsBoolean()) {
            round(goesOn);
        }
    }

    /** Ends the race: the peer stops. */
    public void end() {
        region.putLongRelease(RaceLayout.STAMP, RaceLayout.OVER);
    }

    private void round(BooleanSupplier goesOn) {
        WindowSlot slot = Objects.requireNonNull(windows.reserve(DirectLayout.user(USER_ID, USER_GENERATION)));
        long stamp = slot.stamp();
        fill(RaceLayout.WINDOW, stamp);
        slot.show(TOKEN, FileMemory.REGION_ID, RaceLayout.WINDOW, 2L * bytes, OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE);
        region.putLong(RaceLayout.SLOT, slot.slot());
        region.putLongRelease(RaceLayout.STAMP, stamp);
        if (!await(() -> region.getLongVolatile(RaceLayout.SEEN) == stamp, goesOn)) {
            return;
        }
        for (int i = random.nextInt(MOST_SPINS); i > 0; i--) {
            Thread.onSpinWait();
        }
        if (!slot.revoke()) {
            revokesWithPeerInside++;
            if (!await(() -> slot.isQuiet(stamp), goesOn)) {
                return;
            }
        }
        watch(stamp);
        fill(RaceLayout.WINDOW, -stamp);
        fill(RaceLayout.WINDOW + bytes, -stamp);
        lastStamp = stamp;
        rounds++;
    }

    private static boolean await(BooleanSupplier condition, BooleanSupplier goesOn) {
        for (int spins = 0; !condition.getAsBoolean(); spins++) {
            if (spins < SPINS_BEFORE_PARKING) {
                Thread.onSpinWait();
            } else if (goesOn.getAsBoolean()) {
                LockSupport.parkNanos(1_000); // the peer has no processor
            } else {
                return false;
            }
        }
        return true;
    }

    /** Half of the window holds the last poison, or, in every other round, what the peer has written since. */
    private void watch(long stamp) {
        for (int at = RaceLayout.WINDOW + bytes; at < RaceLayout.WINDOW + 2 * bytes; at += Long.BYTES) {
            long found = region.getLong(at);
            if (found != -lastStamp && !(found == stamp && RaceLayout.isWritten(stamp))) {
                lateWrites++;
                return;
            }
        }
    }

    private void fill(int from, long value) {
        for (int at = from; at < from + bytes; at += Long.BYTES) {
            region.putLong(at, value);
        }
    }

    /** Returns how many rounds there were. */
    public long rounds() {
        return rounds;
    }

    /** Returns in how many of them the peer has read or written with success. */
    public long roundsWithAccess() {
        return region.getLongVolatile(RaceLayout.ENTERED);
    }

    /** Returns how often a revocation had to wait for the peer. */
    public long revokesWithPeerInside() {
        return revokesWithPeerInside;
    }

    /** Returns how often memory was read or written after its binding was taken back and quiet. */
    public long violations() {
        return lateWrites + region.getLongVolatile(RaceLayout.POISON_READ);
    }

    @Override
    public String toString() {
        return "%,d rounds (%,d with an access, %,d revoked with the peer inside), %,d violations"
                .formatted(rounds, roundsWithAccess(), revokesWithPeerInside, violations());
    }
}
