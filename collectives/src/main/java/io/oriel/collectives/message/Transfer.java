// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.message;

import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.Request;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.world.Participant;
import io.oriel.collectives.world.Trouble;
import io.oriel.collectives.world.Work;
import io.oriel.collectives.world.World;
import org.jspecify.annotations.Nullable;

/** One end of a message with a tag. Made once, reused. By the domain's owner. */
abstract sealed class Transfer implements Request, Work permits Sending, Receiving {
    private final Group group;
    private final World world;
    private final Transfers home;
    private Elements elements = Elements.none();
    private int member;
    private long key;
    private boolean ended = true;
    private boolean detached;
    private @Nullable Trouble trouble;

    Transfer(Group group, Transfers home) {
        this.group = group;
        this.home = home;
        world = group.world();
    }

    /** Begins, and does what can be done now. */
    final Transfer begin(Elements data, int with, long ofKey) {
        elements = data;
        member = with;
        key = ofKey;
        ended = false;
        detached = false;
        trouble = null;
        begin();
        home.add(this);
        if (!progress()) {
            world.works().add(this);
        }
        return this;
    }

    abstract void begin();

    /** Does what can be done now; true if that was all. */
    abstract boolean advance();

    /** Tells whether a part of the message has moved, so that the other end depends on the rest. */
    abstract boolean hasBegun();

    final Elements elements() {
        return elements;
    }

    final Lane lane() {
        return group.lane(member);
    }

    final Group group() {
        return group;
    }

    final World world() {
        return world;
    }

    final long key() {
        return key;
    }

    /** Tells whether a message of this end has to wait for another of the same ranks and the same tag. */
    final boolean isLike(Transfer other) {
        return member == other.member && key == other.key && getClass() == other.getClass();
    }

    /** Tells whether the other end is here, too. */
    final boolean isSelf() {
        return member == group.rank();
    }

    final Transfers home() {
        return home;
    }

    /** Nobody asks for the end: it is used again when it has ended. */
    final void detach() {
        if (ended) {
            home.giveBack(this);
        } else {
            detached = true;
        }
    }

    /** Nobody asks for the end, and the memory is wanted back: a copy goes on. */
    final void leaveToItself() {
        if (!ended) {
            elements = elements.copy();
        }
        detach();
    }

    /** Ends with a trouble. */
    final void fail(@Nullable Trouble why) {
        trouble = why;
    }

    @Override
    public final boolean progress() {
        if (!ended && home.isFirst(this) && advance()) {
            end();
        }
        return ended;
    }

    private void end() {
        ended = true;
        home.remove(this);
        if (detached) {
            home.giveBack(this);
        }
    }

    @Override
    public final boolean look() {
        if (ended || isSelf() || !home.isFirst(this)) {
            return ended;
        }
        boolean isGone = group.troubleOf(member) != null;
        lane().setAllAside(); // what nobody asks for stands before what is, and keeps the other rank from going on
        boolean over = advance();
        if (!over) {
            fail(hindrance(isGone));
        }
        if (over || trouble != null) {
            end();
        }
        return ended;
    }

    /** That there is no memory for other messages fails this one; but the other end depends on what has begun. */
    private @Nullable Trouble hindrance(boolean isGone) {
        Trouble found = group.hindrance(member, isGone);
        if (found == null || found.status() != CollectiveStatus.TOO_MUCH_UNEXPECTED) {
            return found;
        }
        if (detached) {
            return isGone ? group.troubleOf(member) : null;
        }
        if (hasBegun()) {
            Transfer rest = rest();
            rest.elements = elementsOfRest();
            rest.member = member;
            rest.key = key;
            rest.ended = false;
            rest.detached = true;
            home.replace(this, rest);
            world.works().add(rest);
        }
        return found;
    }

    /** Returns what goes on from here, and which nobody asks for. */
    abstract Transfer rest();

    /** Returns the memory with which it does so. */
    abstract Elements elementsOfRest();

    @Override
    public final void giveUp(Participant communicator) {
        if (communicator == group && !ended) {
            fail(group.closing());
            end();
        }
    }

    @Override
    public final boolean test() {
        if (!ended) {
            world.poll();
            world.works().progress();
            world.lookAround();
        }
        return ended && isReported();
    }

    @Override
    public final void await() {
        world.requireCaller();
        int turn = 0;
        while (!ended) {
            world.turn(turn++);
        }
        isReported();
    }

    private boolean isReported() {
        Trouble why = trouble;
        trouble = null;
        home.giveBack(this);
        if (why != null) {
            throw group.exception(why, "a message has failed");
        }
        return true;
    }

    @Override
    public final boolean cancel() {
        world.requireNoOperator();
        if (ended || hasBegun()) {
            return false;
        }
        end();
        world.works().remove(this);
        home.giveBack(this);
        return true;
    }
}
