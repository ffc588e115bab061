// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.collectives.data.Slab;
import io.oriel.collectives.lane.Exposures;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.lane.Sorter;
import org.agrona.collections.Int2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** The communicators of a world, as far as messages are sorted for them. By the domain's owner. */
public final class Communicators implements Sorter {
    private final @Nullable Lane[] lanes;
    private final Exposures exposures;
    private final Works works;
    private final Int2ObjectHashMap<Participant> participants = new Int2ObjectHashMap<>();
    private int nextId;

    /** There is none yet; the lanes are filled in later. */
    Communicators(@Nullable Lane[] lanes, Exposures exposures, Works works) {
        this.lanes = lanes;
        this.exposures = exposures;
        this.works = works;
    }

    /**
     * Returns the least id that no communicator has had here.
     *
     * @return for {@link #enter}, if the others agree
     */
    public int nextId() {
        return nextId;
    }

    /**
     * Enters a communicator, and gives it what came before.
     *
     * @param id          on which all its ranks have agreed
     * @param participant the communicator
     */
    public void enter(int id, Participant participant) {
        participants.put(id, participant);
        nextId = Math.max(nextId, id + 1);
        forgetUnwanted(); // and hear who has left, and what was told
    }

    /**
     * Removes a communicator, with all that came for it.
     *
     * @param id of the communicator
     */
    public void leave(int id) {
        participants.remove(id);
        forgetUnwanted();
    }

    /** Ends what is under way in any. */
    void giveUp() {
        participants.values().forEach(works::giveUp);
    }

    /** Forgets messages for what is over. */
    public void forgetUnwanted() {
        for (Lane lane : lanes) {
            if (lane != null) {
                lane.forget(this);
            }
        }
    }

    @Override
    public boolean keeps(Lane lane, long key, Slab data, int at, int length) {
        int kind = Key.kind(key);
        if (kind == Key.EXPOSURE || kind == Key.UNEXPOSED) {
            sort(lane, kind, Key.number(key), data, at, length);
            return false;
        }
        int id = Key.communicator(key);
        Participant participant = participants.get(id);
        if (participant == null) {
            return id >= nextId;
        }
        if (kind == Key.LEFT) {
            participant.left(lane.rank());
            return false;
        }
        if (kind == Key.FAILED) {
            participant.failed(lane.rank(), Notices.read(data, at));
        }
        return participant.wants(kind, Key.number(key));
    }

    private void sort(Lane lane, int kind, int id, Slab data, int at, int length) {
        if (kind == Key.UNEXPOSED) {
            exposures.answered(id, lane.rank());
        } else if (length > 0) {
            lane.views().open(id, data, at);
        } else {
            works.add(() -> isGivenBack(lane, id));
        }
    }

    /** Gives memory back to its owner, as soon as nobody here may read it. */
    private static boolean isGivenBack(Lane lane, int id) {
        if (lane.isGone()) {
            return true;
        }
        if (lane.views().isUsed(id) || !lane.hasRoom() || !lane.commit(Key.of(Key.UNEXPOSED, 0, id), 0, 0)) {
            return false;
        }
        lane.views().close(id);
        return true;
    }
}
