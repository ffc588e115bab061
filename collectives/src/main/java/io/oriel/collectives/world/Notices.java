// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.world;

import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.data.Slab;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.process.Surroundings;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * What the ranks are told though there may be no room at once: that a communicator is closed, or that an operation has failed, whose
 * doing it is, and why. By the domain's owner.
 */
public final class Notices {
    private static final int LENGTH = 2 * Integer.BYTES;
    private static final int MOST_TURNS = 100_000;
    private static final long MOMENT_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final World world;
    private final Works works;
    private final Surroundings surroundings;
    private final Surroundings.Patience patience;
    private final int[] heldBack;

    Notices(World world, Works works, Surroundings surroundings, Surroundings.Patience patience) {
        this.surroundings = surroundings;
        this.patience = patience;
        this.world = world;
        this.works = works;
        heldBack = new int[world.size()];
    }

    /**
     * Sends a message without a payload at once, after a moment, or when there is room, unless the rank has gone by then.
     *
     * @param lane to a rank
     * @param key  of the message
     */
    public void send(Lane lane, long key) {
        send(lane, () -> lane.commit(key, 0, 0));
    }

    /**
     * Tells in the same way that an operation has failed.
     *
     * @param lane    to a rank
     * @param key     of the message
     * @param trouble why
     */
    public void send(Lane lane, long key, Trouble trouble) {
        send(lane, () -> {
            Slab to = lane.staging();
            int at = lane.stagingAt(LENGTH);
            to.buffer().putInt(at, trouble.worldRank());
            to.buffer().putInt(at + Integer.BYTES, trouble.status().value());
            return lane.commit(key, LENGTH, 0);
        });
    }

    private void send(Lane lane, BooleanSupplier commit) {
        BooleanSupplier message = () -> lane.hasRoom() && commit.getAsBoolean();
        if (!await(lane, MOMENT_NS, message) && !lane.isGone()) {
            holdBack(lane);
            works.add(new HeldBack(lane, message));
        }
    }

    /**
     * The rank, which may read this one's memory, is not to take it for what it was offered as before it knows all. It is
     * disconnected if it cannot know that.
     */
    private void holdBack(Lane lane) {
        heldBack[lane.rank()]++;
        boolean isPosted = isCountPosted(lane);
        for (int turn = 0; !isPosted && world.awaitPlace(lane, turn); turn++) {
            isPosted = isCountPosted(lane);
        }
        if (!isPosted && !lane.isGone()) {
            lane.disconnect();
        }
    }

    private boolean isCountPosted(Lane lane) {
        return lane.tellHeldBack(heldBack[lane.rank()]);
    }

    /** A message that waits for room, until the rank knows that it waits no more. */
    private final class HeldBack implements Work {
        private final Lane lane;
        private final BooleanSupplier message;
        private boolean sent;

        HeldBack(Lane lane, BooleanSupplier message) {
            this.lane = lane;
            this.message = message;
        }

        @Override
        public boolean progress() {
            if (lane.isGone()) {
                return true;
            }
            if (!sent && message.getAsBoolean()) {
                sent = true;
                heldBack[lane.rank()]--;
            }
            return sent && isCountPosted(lane);
        }
    }

    /**
     * Tells whether something waits for room.
     *
     * @return false also if those that should hear it have gone
     */
    public boolean areHeldBack() {
        for (int rank = 0; rank < heldBack.length; rank++) {
            Lane lane = world.lane(rank);
            if (lane != null && heldBack[rank] > 0 && !lane.isGone()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Waits, while nothing else goes on, until something is so.
     *
     * @param lane      to a rank that brings it about
     * @param limitNs   how long at most
     * @param condition what is awaited
     * @return false if it has not come, or the rank has gone
     */
    public boolean await(Lane lane, long limitNs, BooleanSupplier condition) {
        long endNs = surroundings.nanoTime() + limitNs;
        for (int turn = 0; turn < MOST_TURNS && !lane.isGone(); turn++) {
            if (condition.getAsBoolean()) {
                return true;
            }
            world.poll();
            patience.pause(turn);
            if (patience.isTimeToLook(turn)) {
                lane.setAllAside(); // the other rank may wait for room as well
                if (surroundings.nanoTime() - endNs > 0) {
                    return false;
                }
            }
        }
        return false;
    }

    /**
     * Reads why an operation has failed.
     *
     * @param from memory of the message
     * @param at   where it begins
     * @return why
     */
    public static Trouble read(Slab from, int at) {
        CollectiveStatus status = CollectiveStatus.ofValue(from.buffer().getInt(at + Integer.BYTES));
        String text = switch (status) {
            case RANK_DIED -> "has died";
            case RANK_STOPPED -> "has given no sign of life";
            case RANK_LEFT -> "has left";
            case CANCELED -> "has cancelled the operation";
            case OPERATOR_FAILED -> "has an operator that failed";
            default -> "has made it fail: " + status;
        };
        return Trouble.of(status, from.buffer().getInt(at), text);
    }
}
