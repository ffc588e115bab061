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
    private final long start;
    private long next;
    private boolean isEntering;

    /** Creates an empty table; the lanes are filled in later. */
    Communicators(@Nullable Lane[] lanes, Exposures exposures, Works works, long start) {
        this.lanes = lanes;
        this.exposures = exposures;
        this.works = works;
        this.start = start;
        next = start;
        isEntering = true; // the communicator of all ranks
    }

    /**
     * Returns the first number of communicators and of their operations.
     *
     * @return 0, except in tests
     */
    public long start() {
        return start;
    }

    /**
     * Begins to agree with other ranks on the number of a communicator. Messages for an unknown communicator are kept from now on.
     */
    public void beginEntering() {
        isEntering = true;
    }

    /** Ends the agreement, and removes messages for unknown communicators. */
    public void endEntering() {
        isEntering = false;
        forgetUnwanted();
    }

    /**
     * Returns a number whose id is free at this rank.
     *
     * @param least the least number
     * @return for {@link #enter}, if the other ranks agree
     */
    public long free(long least) {
        long number = Math.max(least, next);
        while (participants.containsKey(id(number)) && !isOver(id(number))) {
            number++;
        }
        return number;
    }

    private boolean isOver(int id) {
        Participant former = participants.get(id);
        return former == null || former.isOver();
    }

    /**
     * Enters a communicator, and gives it what came before.
     *
     * @param number      on which all its ranks have agreed
     * @param participant the communicator
     * @return its id in messages
     */
    public int enter(long number, Participant participant) {
        int id = id(number);
        participants.put(id, participant);
        next = Math.max(next, number + 1);
        endEntering(); // takes the notices that came before
        return id;
    }

    private static int id(long number) {
        return (int) number & Key.MAX_COMMUNICATOR;
    }

    /**
     * Removes a closed communicator and its messages. Its id stays in use until all ranks have closed it.
     *
     * @param id of the communicator
     */
    public void leave(int id) {
        removeIfOver(id);
        forgetUnwanted();
    }

    private void removeIfOver(int id) {
        if (isOver(id)) {
            participants.remove(id);
        }
    }

    /** Ends what is under way in any. */
    void giveUp() {
        for (Participant each :
                participants.values().toArray(new Participant[0])) { // notices may remove some meanwhile
            works.giveUp(each);
        }
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
            return isEntering;
        }
        if (kind == Key.LEFT) {
            participant.left(lane.rank());
            removeIfOver(id);
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
