// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.api.Completion;
import io.oriel.api.ControlAgent;
import io.oriel.api.MemoryRegion;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import io.oriel.collectives.data.Accumulator;
import io.oriel.collectives.lane.Exposures;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.lane.Sorter;
import io.oriel.collectives.process.Surroundings;
import org.jspecify.annotations.Nullable;

/** All ranks as one of them sees them. By the domain's owner. */
public final class World {
    private static final int TURNS_PER_POLL = 64;
    private static final int CARRIERS = 32;

    private final int rank;
    private final @Nullable Lane[] lanes;
    private final @Nullable Presence[] presences;
    private final Doorway doorway;
    private final boolean isPolled;
    private final Surroundings.Patience patience;
    private final Accumulator accumulator = new Accumulator();
    private final Exposures exposures;
    private final Scratch scratch;
    private final Communicators communicators;
    private final Works works = new Works();
    private final Completion[] carriers = new Completion[CARRIERS];
    private final Leaving leaving;
    private final Notices notices;
    private boolean someGone;
    private boolean combining;
    private boolean closed;

    /**
     * Creates the world of ranks that have met.
     *
     * @param rank         of this process
     * @param size         how many there are
     * @param source       makes the lanes
     * @param doorway      by which it has met them
     * @param stoppedNs    after which a rank without a pulse is given up
     * @param surroundings of this process
     */
    public World(int rank, int size, LaneSource source, Doorway doorway, long stoppedNs, Surroundings surroundings) {
        this.rank = rank;
        lanes = new Lane[size];
        exposures = new Exposures(doorway.adapter(), surroundings.counterStart());
        communicators = new Communicators(lanes, exposures, works, surroundings.counterStart());
        for (int peer = 0; peer < size; peer++) {
            lanes[peer] = source.lane(peer, communicators);
        }
        this.doorway = doorway;
        scratch = new Scratch(doorway.adapter(), lanes);
        presences = new Presence[size];
        int direct = 1;
        for (int peer = 0; peer < size; peer++) {
            Lane lane = lanes[peer];
            if (lane != null) {
                presences[peer] = new Presence(lane, surroundings, stoppedNs);
                direct += lane.isDirect() ? 1 : 0;
            }
        }
        isPolled = direct < size;
        patience = surroundings.patience(doorway.ranksHere());
        notices = new Notices(this, works, surroundings, patience);
        leaving = new Leaving(this);
        for (int i = 0; i < CARRIERS; i++) {
            carriers[i] = new Completion();
        }
    }

    /** Makes the lanes of a world. */
    @FunctionalInterface
    public interface LaneSource {
        /**
         * Makes the lane to a rank.
         *
         * @param peer   the rank
         * @param sorter of its messages
         * @return null for this rank
         */
        @Nullable
        Lane lane(int peer, Sorter sorter);
    }

    /**
     * Returns who this process is.
     *
     * @return the rank
     */
    public int rank() {
        return rank;
    }

    /**
     * Returns how many ranks there are.
     *
     * @return the count
     */
    public int size() {
        return lanes.length;
    }

    /**
     * Returns the lane to a rank.
     *
     * @param peer the rank
     * @return null for this one
     */
    public @Nullable Lane lane(int peer) {
        return lanes[peer];
    }

    /**
     * Returns the way to the medium.
     *
     * @return the same always
     */
    public Doorway doorway() {
        return doorway;
    }

    /**
     * Returns those whose messages go through the lanes.
     *
     * @return the same always
     */
    public Communicators communicators() {
        return communicators;
    }

    /**
     * Returns room to combine in for who does not wait before it has used the result.
     *
     * @return the same always
     */
    public Accumulator accumulator() {
        return accumulator;
    }

    /**
     * Returns the memory of this rank that others may read.
     *
     * @return the same always
     */
    public Exposures exposures() {
        return exposures;
    }

    /**
     * Returns memory into which that of others is read.
     *
     * @return the same always
     */
    public Scratch scratch() {
        return scratch;
    }

    // Progress and waiting.

    /**
     * Returns everything under way.
     *
     * @return the same always
     */
    public Works works() {
        return works;
    }

    /** Takes completions, and lets the adapter make progress. */
    public void poll() {
        requireNoOperator();
        int count;
        do {
            count = doorway.queue().poll(carriers, CARRIERS);
            for (int i = 0; i < count; i++) {
                take(carriers[i]);
            }
        } while (count == CARRIERS);
    }

    private void take(Completion completion) {
        Lane lane = lanes[(int) completion.endpointContext()];
        if (lane == null) {
            return;
        }
        boolean success = completion.status() == NdStatus.SUCCESS;
        if (completion.requestType() == RequestType.WRITE && Lane.isLeaving(completion.requestContext())) {
            leaving.completed(lane);
        } else if (completion.requestType() == RequestType.READ && success) {
            lane.views().completed();
        }
        if (completion.requestType() == RequestType.INVALIDATE) {
            lane.views().invalidated(completion.requestContext());
        }
        if (!success && !lane.isEnded()) {
            lane.end();
            someGone = true;
        }
    }

    /**
     * Makes progress with everything under way, and waits a moment if the caller has found nothing to do.
     *
     * @param turn how often the caller has found nothing, from 0
     */
    public void turn(int turn) {
        if (isPolled || (turn & TURNS_PER_POLL - 1) == TURNS_PER_POLL - 1 || isTimeToLook(turn)) {
            poll(); // after each sleep, too: it is how the end of an endpoint is known
        }
        works.progress();
        if (isTimeToLook(turn)) {
            lookAround();
        }
        patience.pause(turn);
    }

    /**
     * Looks what keeps everything under way from going on, and makes room for ranks that are ahead: others may wait for this rank,
     * whatever it waits for. Not while a message of a lane is looked at.
     */
    public void lookAround() {
        works.look();
        for (Lane lane : lanes) {
            if (lane != null) {
                lane.setSomeAside();
            }
        }
    }

    /**
     * Removes all unwanted messages, so that none is left when its number is reused. Not while a message of a lane is in use.
     */
    public void forgetUnwanted() {
        for (Lane lane : lanes) {
            if (lane != null) {
                lane.setAllAside();
            }
        }
        communicators.forgetUnwanted();
    }

    /**
     * Tells whether it is time to look for what may be wrong.
     *
     * @param turn as for {@link #turn}
     * @return true now and then, and each time once the caller sleeps between its turns
     */
    public boolean isTimeToLook(int turn) {
        return patience.isTimeToLook(turn);
    }

    /**
     * Tells whether each rank that waits has a processor to itself.
     *
     * @return false if there are more ranks than processors
     */
    public boolean isAlone() {
        return patience.isAlone();
    }

    // Operators of users.

    /** An operator is called, until {@link #endCombining}. */
    public void beginCombining() {
        combining = true;
    }

    /** The operator has returned, or has thrown something. */
    public void endCombining() {
        combining = false;
    }

    /** Refuses what an operator does with the communicator that has called it, in the midst of a message. */
    public void requireNoOperator() {
        if (combining) {
            throw new IllegalStateException("an operator must not call a communicator");
        }
    }

    /** Refuses a call that an operator makes, and one that waits for others on the control agent. */
    public void requireCaller() {
        requireNoOperator();
        ControlAgent.requireOtherThread();
    }

    // Messages that have to go.

    /**
     * Returns what is told though there may be no room at once.
     *
     * @return the same always
     */
    public Notices notices() {
        return notices;
    }

    /**
     * Sends the message whose payload is there, for which there is room.
     *
     * @param lane  to a rank
     * @param key   of the message
     * @param bytes of the payload
     * @param marks of the message
     * @return false if the rank is not there: see {@link #troubleOf}
     */
    public boolean commit(Lane lane, long key, int bytes, int marks) {
        boolean sent = lane.commit(key, bytes, marks);
        for (int turn = 0; !sent && awaitPlace(lane, turn); turn++) {
            sent = lane.commit(key, bytes, marks);
        }
        return sent;
    }

    /**
     * Waits a moment for a place in an endpoint's queue: silent requests leave it as they are done.
     *
     * @param lane of the endpoint
     * @param turn how often it has waited before for the same, from 0
     * @return false if the rank is not there, and there may never be a place
     */
    boolean awaitPlace(Lane lane, int turn) {
        if (troubleOf(lane.rank()) != null) {
            return false;
        }
        patience.pause(turn);
        poll();
        return true;
    }

    /**
     * Frees memory as soon as no rank reads it: one may not know yet that an operation has failed here.
     *
     * @param region that may have been exposed
     */
    public void free(MemoryRegion region) {
        int id = exposures.takeBack(region);
        if (exposures.isBack(id, lanes)) {
            region.deregister();
        } else {
            works.add(new Freeing(exposures, id, lanes, region));
        }
    }

    // Who is there.

    /**
     * Tells whether some rank has gone since the beginning.
     *
     * @return true if operations have to look whether theirs is among them
     */
    public boolean hasGone() {
        return someGone;
    }

    /**
     * Another rank has told that one has died or was stopped.
     *
     * @param trouble that it has told
     */
    public void hear(Trouble trouble) {
        int peer = trouble.worldRank();
        Presence presence = peer >= 0 && peer < presences.length ? presences[peer] : null;
        if (presence != null) {
            presence.hear(trouble);
            someGone = true;
        }
    }

    /**
     * Looks whether a rank is there; what it has sent before it went is in its lane by then.
     *
     * @param peer the rank
     * @return null if it is there
     */
    public @Nullable Trouble troubleOf(int peer) {
        Presence presence = presences[peer];
        Trouble trouble = presence == null ? null : presence.trouble();
        someGone |= trouble != null;
        return trouble;
    }

    // The end.

    /**
     * Returns how this rank leaves.
     *
     * @return the same always
     */
    public Leaving leaving() {
        return leaving;
    }

    /** Ends every operation that is under way, or called later. */
    public void close() {
        closed = true;
        someGone = true;
        communicators.giveUp();
    }

    /**
     * Tells whether this rank has left.
     *
     * @return true after {@link #close}
     */
    public boolean isClosed() {
        return closed;
    }
}
