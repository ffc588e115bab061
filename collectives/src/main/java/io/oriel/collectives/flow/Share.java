// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.WindowDescriptor;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Exposures;
import io.oriel.collectives.lane.Flag;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.world.Trouble;
import java.util.concurrent.TimeUnit;
import org.agrona.BitUtil;
import org.jspecify.annotations.Nullable;

/**
 * The second half of a long offer, which the other rank writes while this one reads the first: two processors copy. This rank
 * grants its memory for that, and takes it back afterwards; memory that is granted is not the caller's again before the other rank
 * has told that it writes no more, or cannot write any more. Of one source; made once, reused.
 */
final class Share {
    /** Bytes of an offer from which it is worthwhile. */
    static final int LEAST_BYTES = 64 * 1024;

    /** Of a grant: the id by which the memory was shown, four bytes unused, and the window's descriptor. */
    static final int LENGTH = 8 + WindowDescriptor.LENGTH;

    static final int DESCRIPTOR_AT = 8;

    private static final long NOTHING = Long.MAX_VALUE;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    private final Group group;
    private final Exposures exposures;
    private @Nullable MemoryWindow window;
    private @Nullable Lane lane;
    private long key;
    private long from = NOTHING;
    private boolean over;
    private boolean stopped;
    private boolean declined;

    Share(Group group) {
        this.group = group;
        exposures = group.world().exposures();
    }

    /** Returns how many bytes this rank reads itself. */
    long from() {
        return from;
    }

    /** Grants memory for the second half, if that can be done now. */
    void grant(Lane to, long ofKey, MemoryRegion region, long at, long bytes) {
        if (bytes < LEAST_BYTES || !to.hasRoom() || !exposures.canBeShown(region, to)) {
            return;
        }
        boolean isShown = !exposures.isNewTo(region, to) || exposures.show(region, to); // so that it stays mapped there
        if (!isShown || !to.hasRoom()) {
            return;
        }
        long half = BitUtil.align(bytes / 2, (long) BitUtil.CACHE_LINE_LENGTH);
        MemoryWindow granted = exposures.takeWindow();
        if (granted == null) {
            return;
        }
        int message = to.stagingAt(LENGTH);
        if (!exposures.grant(granted, region, at + half, bytes - half, to, message + DESCRIPTOR_AT)) {
            exposures.giveBackWindow(granted);
            return;
        }
        to.staging().buffer().putInt(message, exposures.idOf(region));
        window = granted;
        lane = to;
        key = ofKey;
        from = half;
        stopped = false;
        declined = false;
        over = !group.world().commit(to, grantKey(ofKey), LENGTH, Flag.LAST);
        if (over) {
            release();
        }
    }

    /** Tells whether the other rank has written its half, if it has one. */
    boolean isWritten() {
        if (from == NOTHING) {
            return true;
        }
        if (!over && takeWord() && declined) {
            release();
            return false;
        }
        return over;
    }

    /** Takes the word that the other rank writes no more, if it is there. */
    private boolean takeWord() {
        Lane to = requireLane();
        if (to.find(writtenKey(key))) {
            declined = !to.isMarked(Flag.LAST);
            to.take();
            over = true;
        }
        return over;
    }

    /** Tells once that the other rank cannot write: this one has to read its half as well. */
    boolean isDeclined() {
        boolean was = declined;
        declined = false;
        return was;
    }

    /** Something is wrong with the other rank, or it has given the operation up. */
    void failed(Trouble why) {
        boolean isOwn = why.worldRank() == group.world().rank() && why.status() == CollectiveStatus.TOO_MUCH_UNEXPECTED;
        boolean isStopped = why.status() == CollectiveStatus.RANK_STOPPED;
        stopped |= isStopped; // it may go on
        over |= !isOwn && !isStopped;
    }

    /** Takes memory back that was granted, as soon as the other rank writes no more: for that it has to hear of nothing. */
    void release() {
        MemoryWindow granted = window;
        if (granted == null) {
            return;
        }
        Lane to = requireLane();
        boolean isQuiet = over || (!stopped && group.world().notices().await(to, PATIENCE_NS, this::isEnded));
        from = NOTHING;
        window = null;
        lane = null;
        if (isQuiet) {
            NdStatus status = to.endpoint().invalidate(0, granted, OpFlags.SILENT_SUCCESS);
            if (status == NdStatus.SUCCESS) {
                exposures.giveBackWindow(granted);
            }
        } else if (to.views().revoke(granted)) { // ends within timeouts.revoke, and the connection with it if need be
            boolean unused = group.world()
                    .notices()
                    .await(to, PATIENCE_NS, () -> to.views().isRevoked());
        }
    }

    private boolean isEnded() {
        return takeWord() || requireLane().isStashed(Key.withKind(key, Key.FAILED));
    }

    private Lane requireLane() {
        Lane to = lane;
        if (to == null) {
            throw new IllegalStateException("nothing is granted");
        }
        return to;
    }

    /** Returns the key of the message that grants memory for a part of what was offered. */
    static long grantKey(long key) {
        return Key.withKind(key, Key.COLLECTIVE_GRANT);
    }

    /** Returns the key of the message that says that the part was written; without a mark, that it will not be. */
    static long writtenKey(long key) {
        return Key.withKind(key, Key.COLLECTIVE_WRITTEN);
    }
}
