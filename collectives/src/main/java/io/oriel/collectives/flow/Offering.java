// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.api.MemoryRegion;
import io.oriel.api.RemoteWindow;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Exposures;
import io.oriel.collectives.lane.Flag;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.lane.Lane;
import org.jspecify.annotations.Nullable;

/**
 * The way of long elements of exposed memory: this rank says where they are, the others read them there, each in one copy, and
 * tell when they have. A part this rank writes itself, if it said that it would, and is granted memory: see {@link Share}. Of one
 * flow; made once, reused.
 */
final class Offering {
    /** Bytes from which it is worthwhile. */
    static final int LEAST_BYTES = 16 * 1024;

    /** Of an offer: the id of the exposure, four bytes unused, where the elements begin in it, and how long they are. */
    static final int LENGTH = 24;

    static final int PLACE_AT = 8;
    static final int BYTES_AT = 16;

    private static final int PIECE = 256 * 1024;

    private static final byte NEW = 0;
    private static final byte OFFERED = 1;
    private static final byte TAKEN = 2;
    private static final byte WRITING = 3;

    private final Group group;
    private final Exposures exposures;
    private final byte[] states;
    private final @Nullable RemoteWindow[] granted;
    private final long[] written;
    private boolean shared;

    Offering(Group group) {
        this.group = group;
        exposures = group.world().exposures();
        states = new byte[group.size()];
        granted = new RemoteWindow[group.size()];
        written = new long[group.size()];
    }

    void begin(int targets, boolean writesParts) {
        shared = writesParts;
        for (int i = 0; i < targets; i++) {
            states[i] = NEW;
        }
    }

    /** Tells whether a target has what it needs. */
    boolean isTaken(int index) {
        return states[index] == TAKEN;
    }

    /** Offers elements to a target, or looks whether it has them; true if something has changed. */
    boolean step(int index, Lane lane, long key, MemoryRegion region, long place, long bytes) {
        return switch (states[index]) {
            case NEW -> lane.hasRoom() && offer(index, lane, key, region, place, bytes);
            case OFFERED -> isRead(index, lane, key) || (shared && isGranted(index, lane, key, bytes));
            case WRITING -> write(index, lane, key, region, place + bytes);
            default -> false;
        };
    }

    private boolean offer(int index, Lane lane, long key, MemoryRegion region, long place, long bytes) {
        if (exposures.isNewTo(region, lane)) {
            return exposures.show(region, lane);
        }
        int at = lane.stagingAt(LENGTH);
        lane.staging().buffer().putInt(at, exposures.idOf(region));
        lane.staging().buffer().putLong(at + PLACE_AT, place);
        lane.staging().buffer().putLong(at + BYTES_AT, bytes);
        if (group.world().commit(lane, key, LENGTH, Flag.OFFER | Flag.LAST | (shared ? Flag.SHARED : 0))) {
            states[index] = OFFERED;
        }
        return states[index] == OFFERED;
    }

    private boolean isRead(int index, Lane lane, long key) {
        if (!lane.find(doneKey(key))) {
            return false;
        }
        lane.take();
        states[index] = TAKEN;
        return true;
    }

    /** Looks whether there is memory for the last part. */
    private boolean isGranted(int index, Lane lane, long key, long bytes) {
        if (!lane.find(Share.grantKey(key))) {
            return false;
        }
        RemoteWindow window = null;
        if (lane.length() == Share.LENGTH) {
            int id = lane.slab().buffer().getInt(lane.at());
            window = lane.views().openGranted(id, lane.slab(), lane.at() + Share.DESCRIPTOR_AT);
        }
        lane.take();
        granted[index] = window != null && window.length() <= bytes ? window : null;
        written[index] = 0;
        states[index] = WRITING;
        return true;
    }

    /** Writes a piece of the last part, or tells that all is written, or that nothing will be; true if something has changed. */
    private boolean write(int index, Lane lane, long key, MemoryRegion region, long end) {
        RemoteWindow window = granted[index];
        long left = window == null ? 0 : window.length() - written[index];
        if (window != null && left > 0) {
            int bytes = (int) Math.min(left, PIECE);
            boolean isWritten = lane.views().write(window, written[index], region, end - left, bytes);
            written[index] += isWritten ? bytes : 0;
            return isWritten;
        }
        int marks = window == null ? 0 : Flag.LAST;
        if (!lane.hasRoom() || !group.world().commit(lane, Share.writtenKey(key), 0, marks)) {
            return false;
        }
        states[index] = OFFERED;
        return true;
    }

    /** Tells whether a target has said something that was not looked at yet. */
    boolean hasAnswer(Lane lane, long key) {
        return shared && lane.find(Share.grantKey(key));
    }

    /** Returns the key of the message that says that an offer was read. */
    static long doneKey(long key) {
        return Key.withKind(key, Key.COLLECTIVE_DONE);
    }
}
