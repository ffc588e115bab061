// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.api.MemoryRegion;
import io.oriel.api.MemoryWindow;
import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.api.WindowDescriptor;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Exposures;
import io.oriel.collectives.lane.Flag;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.lane.Lane;
import java.util.concurrent.TimeUnit;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The second half of a long offer, which the other rank writes while this one reads the first: two processors copy. This rank
 * grants its memory for that, and takes it back afterwards; memory that is granted is not the caller's again before the other rank
 * has told that it writes no more. Of one source; made once, reused.
 */
final class Share {
    /** Bytes of an offer from which it is worthwhile. */
    static final int LEAST_BYTES = 64 * 1024;

    private static final long NOTHING = Long.MAX_VALUE;
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

    private final Group group;
    private final UnsafeBuffer descriptor =
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(WindowDescriptor.LENGTH, BitUtil.CACHE_LINE_LENGTH));
    private @Nullable MemoryWindow window;
    private @Nullable Lane lane;
    private long key;
    private long from = NOTHING;
    private boolean over;

    Share(Group group) {
        this.group = group;
    }

    /** Returns how many bytes this rank reads itself. */
    long from() {
        return from;
    }

    /** Grants memory for the second half, if that can be done now. */
    void grant(Lane to, long ofKey, MemoryRegion region, long at, long bytes) {
        Exposures exposures = group.world().exposures();
        if (bytes < LEAST_BYTES || !to.hasRoom() || !exposures.canBeShown(region, to)) {
            return;
        }
        boolean isShown = !exposures.isNewTo(region, to) || exposures.show(region, to); // so that it stays mapped there
        if (!isShown || !to.hasRoom()) {
            return;
        }
        long half = BitUtil.align(bytes / 2, (long) BitUtil.CACHE_LINE_LENGTH);
        if (!bind(to, region, at + half, bytes - half)) {
            return;
        }
        to.staging().buffer().putBytes(to.stagingAt(WindowDescriptor.LENGTH), descriptor, 0, WindowDescriptor.LENGTH);
        lane = to;
        key = ofKey;
        over = !group.world().commit(to, grantKey(ofKey), WindowDescriptor.LENGTH, Flag.LAST);
        from = half;
        if (over) {
            release();
        }
    }

    private boolean bind(Lane to, MemoryRegion region, long at, long bytes) {
        MemoryWindow granted = window;
        if (granted == null) {
            granted = newWindow();
            window = granted;
        }
        return granted != null
                && to.endpoint()
                                .bind(
                                        0,
                                        region,
                                        granted,
                                        at,
                                        bytes,
                                        OpFlags.ALLOW_WRITE | OpFlags.SILENT_SUCCESS,
                                        descriptor,
                                        0)
                        == NdStatus.SUCCESS;
    }

    private @Nullable MemoryWindow newWindow() {
        try {
            return group.world().doorway().adapter().createMemoryWindow(0);
        } catch (NdException e) {
            if (e.status() == NdStatus.INSUFFICIENT_RESOURCES) {
                return null;
            }
            throw e;
        }
    }

    /** Tells whether the other rank has written its half, if it has one. */
    boolean isWritten() {
        if (!over && from != NOTHING && requireLane().find(writtenKey(key))) {
            requireLane().take();
            over = true;
        }
        return over || from == NOTHING;
    }

    /** The other rank has given the operation up, or has gone: it writes no more. */
    void givenUp() {
        over = true;
    }

    /** Takes memory back that was granted, as soon as the other rank writes no more: for that it has to hear of nothing. */
    void release() {
        if (from == NOTHING) {
            return;
        }
        Lane to = requireLane();
        if (!over) {
            group.world().notices().await(to, PATIENCE_NS, this::isEnded);
        }
        from = NOTHING;
        lane = null;
        MemoryWindow granted = window;
        if (granted != null && to.endpoint().invalidate(0, granted, OpFlags.SILENT_SUCCESS) != NdStatus.SUCCESS) {
            window = null; // it is as good as closed: the connection has ended
        }
    }

    private boolean isEnded() {
        return isWritten() || requireLane().isStashed(Key.withKind(key, Key.FAILED));
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

    /** Returns the key of the message that says that the part was written. */
    static long writtenKey(long key) {
        return Key.withKind(key, Key.COLLECTIVE_WRITTEN);
    }
}
