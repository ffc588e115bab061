// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.api.MemoryRegion;
import io.oriel.api.RemoteWindow;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.data.Slab;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Flag;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.world.Scratch;
import io.oriel.collectives.world.Trouble;
import io.oriel.collectives.world.World;
import org.jspecify.annotations.Nullable;

/**
 * One source of a flow: this rank's own memory, which the flow knows, or another rank, which sends the elements or offers them to
 * be read. Made once, reused.
 */
final class Source {
    private final int place;
    private final Share share;
    private int member;
    private @Nullable Lane lane;
    private @Nullable RemoteWindow offered;
    private int view;
    private long offeredAt;
    private boolean isShared;
    private long key;
    private long total;
    private boolean toldDone;
    private @Nullable Trouble trouble;

    /** A source that has a place of the scratch memory. */
    Source(int place, Group group) {
        this.place = place;
        share = new Share(group);
    }

    /** Becomes another rank; this rank's own memory without a lane. */
    void begin(int ofMember, @Nullable Lane from) {
        member = ofMember;
        lane = from;
        offered = null;
        isShared = false;
        toldDone = false;
        trouble = null;
    }

    boolean isOwn() {
        return lane == null;
    }

    int member() {
        return member;
    }

    Lane lane() {
        Lane from = lane;
        if (from == null) {
            throw new IllegalStateException("the source is this rank");
        }
        return from;
    }

    boolean isOffered() {
        return offered != null;
    }

    /**
     * Looks for the next fragment, or for an offer of all.
     *
     * @param ofKey  of the operation
     * @param bytes  of the fragment
     * @param ofAll  bytes of all fragments
     * @param isLast whether no fragment follows
     * @return true if it is there; otherwise it has not come, or there is {@link #trouble}
     */
    boolean isReady(long ofKey, int bytes, long ofAll, boolean isLast) {
        Lane from = lane;
        if (offered != null || from == null) {
            return true;
        }
        if (!from.find(ofKey)) {
            return false;
        }
        if (from.isMarked(Flag.OFFER)) {
            key = ofKey;
            total = ofAll;
            return accept(from);
        }
        if (from.length() != bytes || from.isMarked(Flag.LAST) != isLast) {
            String more = from.isMarked(Flag.LAST) ? "" : " and more";
            trouble = mismatch(from, from.length() + more, bytes + (isLast ? "" : " and more"));
        }
        return trouble == null;
    }

    private boolean accept(Lane from) {
        Slab offer = from.slab();
        int at = from.at();
        view = offer.buffer().getInt(at);
        offeredAt = offer.buffer().getLong(at + Offering.PLACE_AT);
        long bytes = offer.buffer().getLong(at + Offering.BYTES_AT);
        isShared = from.isMarked(Flag.SHARED);
        from.take();
        offered = from.views().use(view); // null if its owner has taken it back, which tells why, or has died
        if (bytes != total) {
            trouble = mismatch(from, String.valueOf(bytes), String.valueOf(total));
        }
        return offered != null && trouble == null;
    }

    /** Reads no more of what was offered, if something was. */
    void release() {
        share.release();
        if (offered != null) {
            offered = null;
            lane().views().endUse(view);
        }
    }

    /** Returns what is wrong with what has come; null if nothing. */
    @Nullable
    Trouble trouble() {
        return trouble;
    }

    private static Trouble mismatch(Lane from, String sent, String expected) {
        return Trouble.of(
                CollectiveStatus.MISMATCH, from.rank(), "sent " + sent + " bytes where " + expected + " were expected");
    }

    /** Begins to read a fragment of what is offered; false if it has to be tried again, or the rank is gone. */
    boolean read(Scratch scratch, long done, int bytes) {
        return read(scratch.region(), scratch.at(place), done, bytes);
    }

    /** Grants memory for a part of what is offered to its owner, if that one wants to write it; once. */
    void grant(MemoryRegion to, long at) {
        if (isShared) {
            isShared = false;
            share.grant(lane(), key, to, at, total);
        }
    }

    /** Returns how many bytes of what is offered this rank has to read itself. */
    long toBeRead() {
        return share.from();
    }

    /** Tells once that the part for which memory was granted has to be read as well. */
    boolean isDeclined() {
        return share.isDeclined();
    }

    /** Something is wrong with the rank, or it has given up what it has offered. */
    void failed(Trouble why) {
        share.failed(why);
    }

    /** Begins to read a piece of what is offered to where it belongs. */
    boolean read(MemoryRegion to, long at, long done, int bytes) {
        RemoteWindow window = offered;
        return window == null || lane().views().read(window, offeredAt + done, to, at, bytes);
    }

    /** Tells whether all that was read is there, with the part that was not, if that is due. */
    boolean isRead(long done) {
        return offered == null || (lane().views().isQuiet() && (done < share.from() || share.isWritten()));
    }

    /** Returns the memory of the fragment. */
    Slab slab(Scratch scratch) {
        return offered == null ? lane().slab() : scratch.slab();
    }

    /** Returns where in that memory the fragment begins. */
    int at(Scratch scratch) {
        return offered == null ? lane().at() : scratch.at(place);
    }

    /** The fragment was used. */
    void take() {
        if (offered == null && lane != null) {
            lane.take();
        }
    }

    /** Says that all was read that was offered, if something was; false if it has to be tried again. */
    boolean tellDone(World world) {
        if (offered == null || toldDone) {
            return true;
        }
        toldDone = lane().hasRoom() && world.commit(lane(), Offering.doneKey(key), 0, 0);
        return toldDone;
    }
}
