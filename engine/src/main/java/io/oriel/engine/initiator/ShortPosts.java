// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.OpFlags;
import io.oriel.api.RequestType;
import io.oriel.api.ScatterGatherList;
import io.oriel.engine.credit.Credit;
import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.direct.PeerBinding;
import io.oriel.engine.initiator.RequestFrames.OutboundReads;
import io.oriel.engine.link.Lane;
import io.oriel.engine.memory.Region;
import io.oriel.engine.memory.RegionTable;
import io.oriel.engine.memory.SmallCopy;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the requests of one endpoint that need not wait in its queue, straight from the caller's list: as most go. By
 * the domain's owner.
 */
final class ShortPosts {
    private final Lane lane;
    private final InitiatorQueue queue;
    private final Credit credit;
    private final RequestFrames frames;
    private final OutboundReads reads;
    private final Placement placement;
    private final RegionTable regions;
    private @Nullable DirectTransfer transfer;

    ShortPosts(
            Lane lane,
            InitiatorQueue queue,
            Credit credit,
            RequestFrames frames,
            OutboundReads reads,
            Placement placement,
            RegionTable regions) {
        this.lane = lane;
        this.queue = queue;
        this.credit = credit;
        this.frames = frames;
        this.reads = reads;
        this.placement = placement;
        this.regions = regions;
    }

    /** The endpoint gets its peer; null if its memory cannot be reached. */
    void attach(@Nullable DirectTransfer direct) {
        transfer = direct;
    }

    /**
     * Sends a Send that is good, of one entry and fits one frame, if nothing waits before it, and there is credit and room.
     *
     * @return false if it has to go the long way; nothing has changed, but that a grant may be taken for it
     */
    boolean send(long context, ScatterGatherList list, int flags) {
        long total = list.totalLength();
        if (queue.isFull()
                || !queue.isDrained()
                || list.size() != 1
                || total > lane.maxPayloadLength()
                || placement.takes(total)
                || ((flags & OpFlags.READ_FENCE) != 0 && !reads.isEmpty())
                || !(list.region(0) instanceof Region source)
                || !source.isUsableIn(regions)
                || !source.contains(list.offset(0), total)
                || !credit.isLeftOrTaken()) {
            return false;
        }
        lane.beginPost();
        return lane.tryClaim((int) total) && sendClaimed(context, source, list.offset(0), (int) total, flags);
    }

    /** Fills the frame and commits it; true. */
    private boolean sendClaimed(long context, Region source, long offset, int bytes, int flags) {
        try {
            SmallCopy.copy(source.memory(), (int) offset, lane.buffer(), lane.offset(), bytes);
            Request request = queue.claim(RequestType.SEND, context, flags);
            request.sges.sent(bytes);
            queue.enter();
            frames.commitSend(request);
            queue.ran();
            lane.announce();
            return true;
        } catch (Throwable e) { // what was half done cannot be told from what was done
            lane.breakLink();
            throw e;
        }
    }

    /**
     * Carries out a Read or Write that is good, short, of one entry and direct, if nothing has to be awaited before it.
     *
     * @return false if it has to go the long way; nothing has changed
     */
    boolean transfer(RequestType type, long context, ScatterGatherList list, PeerWindow window, long at, int flags) {
        DirectTransfer direct = transfer;
        PeerBinding target = window.binding();
        long total = list.totalLength();
        boolean isWrite = type == RequestType.WRITE;
        if (direct == null
                || !target.isDirect()
                || !mayPass(list, window, total)
                || !(list.region(0) instanceof Region local)
                || !(isWrite || (reads.areAllowed() && local.isWritable()))
                || !local.isUsableIn(regions)
                || !local.contains(list.offset(0), total)) {
            return false;
        }
        boolean done = isWrite
                ? direct.write(target, at, local, list.offset(0), total)
                : direct.read(target, at, local, list.offset(0), total);
        if (done) {
            queue.passed(type, context, flags, total);
        }
        return done;
    }

    /** Tells whether a short Read or Write can be carried out before it is in the queue. */
    private boolean mayPass(ScatterGatherList list, PeerWindow window, long total) {
        return (queue.isEmpty() || (queue.isDrained() && isNothingFramed()))
                && !queue.isFull()
                && list.size() == 1
                && total <= DirectAccess.MAX_CHUNK
                && !window.isInvalidated();
    }

    /** Tells whether a direct access keeps the order of Reads, Writes and atomics. */
    boolean isNothingFramed() {
        return reads.isEmpty() && frames.areWritesExecuted();
    }
}
