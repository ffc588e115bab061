// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import io.oriel.api.OpFlags;
import io.oriel.engine.initiator.Transfers;
import io.oriel.engine.testing.FileMemory;
import java.util.Objects;
import org.agrona.concurrent.UnsafeBuffer;

/** Reads and writes the window of a {@link RevokingOwner} as fast as it can, until the owner ends the race. */
public final class RacingPeer implements Runnable {
    private final UnsafeBuffer words;
    private final PeerBinding target = new PeerBinding();
    private final Transfers sink;
    private final Transfers source;
    private final int bytes;
    private long enteredUnder;
    private long rounds;
    private long poisonRead;

    /**
     * Creates a peer.
     *
     * @param memory as the peer of the region's owner sees it
     * @param bytes  of each half of the window
     */
    public RacingPeer(FileMemory memory, int bytes) {
        this(memory, Guards.ALL, bytes);
    }

    RacingPeer(FileMemory memory, Guards guards, int bytes) {
        DirectLink link = new DirectLink(memory, guards);
        words = memory.newMapping(true);
        this.bytes = bytes;
        sink = new Transfers(link, RevokingOwner.USER_ID, RevokingOwner.USER_GENERATION, bytes);
        source = new Transfers(link, RevokingOwner.USER_ID, RevokingOwner.USER_GENERATION, bytes);
        target.memory = Objects.requireNonNull(link.regions().open(FileMemory.REGION_ID, true, FileMemory.WHOLE));
    }

    @Override
    public void run() {
        while (attempt()) {
            // Until the owner ends it.
        }
    }

    /** Reads and writes once; false if the race is over. */
    private boolean attempt() {
        long stamp = words.getLongVolatile(RaceLayout.STAMP);
        if (stamp == RaceLayout.OVER) {
            return false;
        }
        if (stamp == 0) {
            Thread.onSpinWait();
            return true;
        }
        if (stamp != target.stamp) {
            aim(stamp);
        }
        boolean entered = read();
        if (RaceLayout.isWritten(stamp)) {
            entered |= write();
        }
        if (entered && enteredUnder != stamp) {
            enteredUnder = stamp;
            words.putLongRelease(RaceLayout.ENTERED, ++rounds);
        }
        words.putLongRelease(RaceLayout.SEEN, stamp);
        return true;
    }

    private void aim(long stamp) {
        target.stamp = stamp;
        target.slot = (int) words.getLong(RaceLayout.SLOT);
        target.token = RevokingOwner.TOKEN;
        target.regionId = FileMemory.REGION_ID;
        target.rights = OpFlags.ALLOW_READ | OpFlags.ALLOW_WRITE;
        target.isConfirmed = false;
        for (int at = 0; at < bytes; at += Long.BYTES) {
            source.memory().putLong(at, stamp);
        }
    }

    private boolean read() {
        boolean done;
        int moved;
        if (bytes <= DirectAccess.MAX_CHUNK) {
            done = sink.read(target, 0, bytes);
            moved = done ? bytes : 0;
        } else {
            sink.beginRead(target, 0);
            done = sink.moveAll();
            moved = (int) sink.moved();
        }
        for (int at = 0; at < moved; at += Long.BYTES) { // no part is poison, also if the whole has failed
            if (sink.memory().getLong(at) != target.stamp) {
                words.putLongRelease(RaceLayout.POISON_READ, ++poisonRead);
                break;
            }
        }
        return done;
    }

    private boolean write() {
        if (bytes <= DirectAccess.MAX_CHUNK) {
            return source.write(target, bytes, bytes);
        }
        source.beginWrite(target, bytes);
        return source.moveAll();
    }
}
