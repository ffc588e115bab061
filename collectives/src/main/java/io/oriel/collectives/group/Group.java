// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.group;

import io.oriel.collectives.CollectiveException;
import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.world.Notices;
import io.oriel.collectives.world.Participant;
import io.oriel.collectives.world.Trouble;
import io.oriel.collectives.world.World;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Some ranks of a world in an order of their own, and the numbers of their operations. By the domain's owner. */
public final class Group implements Participant {
    private static final int NOBODY = -1;

    /** Operations after which unwanted messages are removed, long before their numbers are reused. */
    private static final int OPERATIONS_PER_LOOK = 1 << 30;

    private final World world;
    private final int id;
    private final int[] members;
    private final int rank;
    private final @Nullable Lane[] lanes;
    private final boolean[] left;
    private final @Nullable Trouble[] told;
    private final OperationNumbers operations;
    private boolean hasToldLoss;
    private boolean closed;

    /**
     * Creates a group and enters it into its world.
     *
     * @param world   of this process
     * @param number  on which the members have agreed
     * @param members their ranks in the world, this one's among them
     */
    public Group(World world, long number, int[] members) {
        this.world = world;
        this.members = members.clone();
        lanes = new Lane[members.length];
        left = new boolean[members.length];
        told = new Trouble[members.length];
        for (int member = 0; member < members.length; member++) {
            lanes[member] = world.lane(members[member]);
        }
        rank = memberOf(world.rank());
        operations = new OperationNumbers(world.communicators().start());
        id = world.communicators().enter(number, this);
    }

    /**
     * Returns the world.
     *
     * @return the world
     */
    public World world() {
        return world;
    }

    /**
     * Returns who this process is here.
     *
     * @return the rank
     */
    public int rank() {
        return rank;
    }

    /**
     * Returns how many members there are.
     *
     * @return the count
     */
    public int size() {
        return members.length;
    }

    /**
     * Returns the lane to a member that is another.
     *
     * @param member the rank
     * @return the lane
     */
    public Lane lane(int member) {
        Lane lane = lanes[member];
        if (lane == null) {
            throw new IllegalStateException("rank " + member + " is this one");
        }
        return lane;
    }

    /**
     * Returns a member's rank in the world.
     *
     * @param member the rank
     * @return the rank there
     */
    public int worldRank(int member) {
        return members[member];
    }

    /**
     * Finds a member by its rank in the world.
     *
     * @param worldRank of a member
     * @return the rank here; -1 if it is none
     */
    public int memberOf(int worldRank) {
        for (int member = 0; member < members.length; member++) {
            if (members[member] == worldRank) {
                return member;
            }
        }
        return NOBODY;
    }

    /**
     * Tells whether all members reach each other's memory, as far as this one knows.
     *
     * @return false if one of them needs another to poll
     */
    public boolean isDirect() {
        return Arrays.stream(lanes).allMatch(lane -> lane == null || lane.isDirect());
    }

    // Operations.

    /**
     * Begins an operation of all members.
     *
     * @return the key of its messages
     */
    public long begin() {
        world.requireCaller();
        if (world.hasGone() || closed) {
            requireAll(); // counts as an operation if it throws: the others begin it, and go on to the next
        }
        int number = operations.begin();
        if ((number & OPERATIONS_PER_LOOK - 1) == OPERATIONS_PER_LOOK - 1) {
            world.forgetUnwanted();
        }
        return Key.of(Key.COLLECTIVE, id, number);
    }

    /**
     * Ends an operation.
     *
     * @param key that {@link #begin} gave
     */
    public void end(long key) {
        operations.end(Key.number(key));
    }

    /**
     * Returns the key of a message with a tag.
     *
     * @param tag of the message
     * @return the key
     */
    public long tagged(int tag) {
        world.requireCaller();
        requireOpen();
        return Key.of(Key.TAGGED, id, tag);
    }

    @Override
    public boolean wants(int kind, int number) {
        boolean isTagged = kind == Key.TAGGED || kind == Key.TAGGED_DONE || kind == Key.TAGGED_WANTED;
        return !closed && (isTagged || operations.isToCome(number));
    }

    // Who is there.

    /** A rank that has left may have had its part of the operation already: who depends on it will notice. */
    private void requireAll() {
        requireOpen();
        for (int member = 0; member < members.length; member++) {
            Trouble trouble = troubleOf(member);
            if (trouble != null && trouble.isForEver()) {
                tell(Key.of(Key.COLLECTIVE, id, operations.pass()), trouble);
                throw exception(trouble, "an operation cannot begin");
            }
        }
    }

    private void requireOpen() {
        if (closed || world.isClosed()) {
            throw new CollectiveException(CollectiveStatus.CLOSED, rank, "the communicator is closed");
        }
    }

    @Override
    public void left(int worldRank) {
        int member = memberOf(worldRank);
        if (member != NOBODY) {
            left[member] = true;
        }
    }

    @Override
    public void failed(int worldRank, Trouble trouble) {
        if (closed || !trouble.isForEver()) {
            return; // the rank takes part in the next operation
        }
        int member = memberOf(worldRank);
        if (member != NOBODY && told[member] == null) {
            told[member] = trouble;
        }
        world.hear(trouble);
    }

    /**
     * Looks whether a member is there; what it has sent before it went can be found in its lane by then. If it has left after it
     * has told that another is lost for ever, that is what is wrong.
     *
     * @param member the rank
     * @return null if it is there
     */
    public @Nullable Trouble troubleOf(int member) {
        Trouble trouble = world.troubleOf(members[member]);
        if (trouble == null && left[member]) {
            trouble = Trouble.of(CollectiveStatus.RANK_LEFT, members[member], "has left the communicator");
        }
        boolean hasLeft = trouble != null && trouble.status() == CollectiveStatus.RANK_LEFT;
        return hasLeft && told[member] != null ? told[member] : trouble;
    }

    /**
     * Looks what keeps a message from coming.
     *
     * @param member  that is to send it
     * @param key     of the operation
     * @param message its key
     * @return null if nothing does, or it has come
     */
    public @Nullable Trouble obstacle(int member, long key, long message) {
        boolean isGone = troubleOf(member) != null;
        Lane lane = lane(member);
        if (lane.find(message)) { // what it has sent before it went
            return null;
        }
        Trouble why = toldBy(member, key);
        return why != null ? why : hindrance(member, isGone);
    }

    /**
     * Looks what keeps a member from taking a message. It may be what it has sent itself and nobody here asks for: that is set
     * aside, so that the two do not wait for each other.
     *
     * @param member that is to take it
     * @param key    of the operation
     * @return null if nothing does
     */
    public @Nullable Trouble obstacle(int member, long key) {
        boolean isGone = troubleOf(member) != null;
        Lane lane = lane(member);
        lane.setAllAside();
        Trouble why = toldBy(member, key);
        return why != null ? why : hindrance(member, isGone);
    }

    /**
     * Looks what keeps anything from coming from a member, behind what was set aside.
     *
     * @param member the rank
     * @param isGone whether it was not there before all was set aside
     * @return null if nothing does
     */
    public @Nullable Trouble hindrance(int member, boolean isGone) {
        if (lane(member).isFull()) {
            String text =
                    "has no memory for more messages that no operation there asks for: its unexpectedLimit is reached";
            return Trouble.of(CollectiveStatus.TOO_MUCH_UNEXPECTED, world.rank(), text);
        }
        return isGone ? troubleOf(member) : null; // again: it may have told why before it went
    }

    /**
     * Looks whether a member has given an operation up, so that its memory may have changed.
     *
     * @param member the rank
     * @param key    of the operation
     * @return null if it has not told so, and has not left
     */
    public @Nullable Trouble withdrawal(int member, long key) {
        lane(member).setAllAside();
        Trouble why = toldBy(member, key);
        if (why != null) {
            return why;
        }
        Trouble gone = troubleOf(member);
        return hindrance(member, gone != null && gone.status() == CollectiveStatus.RANK_LEFT);
    }

    /** Whoever has told that a member is lost for ever begins nothing any more. */
    private @Nullable Trouble toldBy(int member, long key) {
        Lane lane = lane(member);
        if (lane.isStashed(Key.withKind(key, Key.FAILED))) {
            Trouble why = Notices.read(lane.slab(), lane.at());
            lane.take();
            return why;
        }
        return told[member];
    }

    /**
     * Tells all members that an operation has failed here: at once, after a moment, or when there is room. Whose doing it is hears
     * of it, too, unless it has died: it may wait for this rank, and one that was stopped may go on. That one of them is lost for
     * ever is told once.
     *
     * @param key     of the operation
     * @param trouble why
     */
    public void tell(long key, Trouble trouble) {
        if (hasToldLoss) {
            return;
        }
        hasToldLoss = trouble.isForEver();
        for (Lane lane : lanes) {
            boolean isAlive = trouble.status() != CollectiveStatus.RANK_DIED
                    || (lane != null && lane.rank() != trouble.worldRank());
            if (lane != null && isAlive) {
                world.notices().send(lane, Key.withKind(key, Key.FAILED), trouble);
            }
        }
    }

    /**
     * Says why what is under way here ends when this rank closes the communicator.
     *
     * @return the trouble
     */
    public Trouble closing() {
        return Trouble.of(CollectiveStatus.CLOSED, world.rank(), "has closed the communicator");
    }

    /**
     * Makes the exception that an operation ends with.
     *
     * @param trouble why
     * @param what    has failed
     * @return to be thrown
     */
    public CollectiveException exception(Trouble trouble, String what) {
        int member = memberOf(trouble.worldRank());
        return new CollectiveException(
                trouble.status(), member, what + ": rank " + member + " " + trouble.text(), trouble.cause());
    }

    // The end.

    /** Leaves: gives up what is under way, tells the others, and forgets what came. */
    public void close() {
        world.requireCaller();
        if (closed || world.isClosed()) {
            return;
        }
        closed = true;
        world.works().giveUp(this);
        for (Lane lane : lanes) {
            if (lane != null) {
                world.notices().send(lane, Key.of(Key.LEFT, id, 0));
            }
        }
        world.communicators().leave(id);
    }

    @Override
    public boolean isOver() {
        boolean isOver = closed;
        for (int member = 0; member < members.length; member++) {
            Lane lane = lanes[member];
            isOver &= lane == null || left[member] || lane.isGone();
        }
        return isOver;
    }

    /**
     * Tells whether the group is the first of its world.
     *
     * @return true for that of all ranks that have met
     */
    public boolean isWorld() {
        return id == 0;
    }
}
