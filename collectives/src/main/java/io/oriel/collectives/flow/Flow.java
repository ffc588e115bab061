// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.api.MemoryRegion;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.data.Accumulator;
import io.oriel.collectives.data.BuiltIn;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.data.Reduction;
import io.oriel.collectives.data.Slab;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Flag;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.lane.LaneLayout;
import io.oriel.collectives.world.Trouble;
import io.oriel.collectives.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Elements on their way, fragment by fragment: from one or more sources, combined in the order in which those were named, to
 * other ranks and into memory. A fragment moves when every source has it and every target has room. Made once, reused.
 *
 * <p>Elements of exposed memory that go to others alone are not sent, but offered: see {@link Offering}.
 */
public final class Flow {
    /** Bytes that are read in one go to where they belong. */
    private static final int PIECE = 256 * 1024;

    private final World world;
    private final Sources sources;
    private final Targets targets;
    private @Nullable Elements into;
    private int intoIndex;
    private int intoAfter;
    private ElementType type = ElementType.BYTE;
    private Reduction operator = BuiltIn.SUM;
    private @Nullable Flow after;
    private long key;
    private int count;
    private int done;
    private boolean mayOffer;
    private boolean writesParts;
    private boolean begun;
    private boolean reading;
    private boolean moved;
    private boolean ended;
    private @Nullable Trouble trouble;

    Flow(Group group) {
        world = group.world();
        sources = new Sources(group);
        targets = new Targets(group);
    }

    /** Begins to describe a flow of so many elements. */
    Flow begin(long ofKey, ElementType ofType, Reduction by, int elements) {
        key = ofKey;
        type = ofType;
        operator = by;
        count = elements;
        sources.clear();
        targets.clear();
        into = null;
        after = null;
        done = 0;
        mayOffer = true;
        writesParts = false;
        begun = false;
        reading = false;
        moved = false;
        ended = false;
        trouble = null;
        return this;
    }

    /**
     * Adds another rank as a source.
     *
     * @param member the rank
     * @return this
     */
    public Flow from(int member) {
        sources.add(member);
        return this;
    }

    /**
     * Adds memory of this rank as a source.
     *
     * @param elements the memory
     * @param index    of the first element
     * @return this
     */
    public Flow from(Elements elements, int index) {
        sources.addOwn(elements, index);
        return this;
    }

    /**
     * Adds another rank as a target.
     *
     * @param member the rank
     * @return this
     */
    public Flow to(int member) {
        targets.add(member);
        return this;
    }

    /**
     * Puts what the sources named so far have together into memory of this rank.
     *
     * @param elements the memory
     * @param index    of the first element
     * @return this
     */
    public Flow into(Elements elements, int index) {
        into = elements;
        intoIndex = index;
        intoAfter = sources.count();
        return this;
    }

    /**
     * Moves no fragment before another flow has moved the same; that one is sent, not offered.
     *
     * @param other of the same length
     * @return this
     */
    public Flow after(Flow other) {
        after = other;
        other.sent();
        return this;
    }

    /**
     * Sends the elements, even if they could be offered: the targets ask for them only when this rank has ended its round.
     *
     * @return this
     */
    public Flow sent() {
        mayOffer = false;
        return this;
    }

    /**
     * Lets this rank write a part of the elements to the only target itself, if they are offered and that one grants it memory:
     * for a rank that has nothing else to do.
     *
     * @return this
     */
    public Flow shared() {
        writesParts = true;
        return this;
    }

    boolean isEnded() {
        return ended;
    }

    /** Reads no more of other ranks' memory; what is being read is of no use. */
    void release() {
        world.scratch().abandon(this); // it has that, too, if not all of a fragment could be asked for
        reading = false;
        sources.release();
    }

    /** Returns what it has found wrong; null if nothing. */
    @Nullable
    Trouble trouble() {
        return trouble;
    }

    /** Does what can be done of the next fragment; true if something has changed. */
    boolean step() {
        if (!begun) {
            begin();
        }
        if (targets.areOffered()) {
            return stepOffers();
        }
        if (moved) {
            return end();
        }
        Flow first = after;
        if (first != null && !first.ended && first.done <= done) {
            return false;
        }
        reading &= !sources.isDeclined();
        if (!reading && !(isReady() && beginReading())) {
            return false;
        }
        if (reading
                && !(sources.areRead(from())
                        && areMeant()
                        && isReady())) { // again: others use the same lanes meanwhile
            return false;
        }
        return move(next());
    }

    /** Returns how many elements move next. */
    private int next() {
        if (!isPiecewise()) {
            return Math.min(fragment(), count - done);
        }
        int end = (int) Math.min(sources.toBeRead() >> type.shift(), count); // the rest is written by its owner
        return done < end ? Math.min(PIECE >> type.shift(), end - done) : count - done;
    }

    private int fragment() {
        int item = operator.itemCount();
        return (LaneLayout.MAX_PAYLOAD >> type.shift()) / item * item;
    }

    private void begin() {
        begun = true;
        boolean isLong = (long) count << type.shift() >= Offering.LEAST_BYTES;
        if (!mayOffer
                || !isLong
                || !sources.areOwn()
                || !targets.canBeOffered(sources.own().region())) {
            return;
        }
        targets.beginOffering(writesParts);
        Elements copied = into;
        if (copied != null) {
            sources.own().copy(sources.ownIndex(), copied, intoIndex, count);
        }
    }

    private boolean stepOffers() {
        MemoryRegion region = sources.own().region();
        long place = sources.own().offset(sources.ownIndex());
        boolean changed = region != null && targets.stepOffers(key, region, place, (long) count << type.shift());
        ended = targets.haveTakenOffers();
        return changed;
    }

    /** Tells whether elements are read straight to where they belong, more of them at a time. */
    private boolean isPiecewise() {
        Elements to = into;
        return sources.areOneOffer()
                && targets.isEmpty()
                && to != null
                && world.exposures().has(to.region()) // other adapters' memory cannot be read into
                && after == null;
    }

    private boolean isReady() {
        int elements = Math.min(fragment(), count - done);
        long total = (long) count << type.shift();
        if (!sources.areReady(key, elements << type.shift(), total, done + elements == count)) {
            trouble = sources.trouble();
            return false;
        }
        return targets.haveRoom();
    }

    /** Begins to read what sources offer, if they do; false if it has to be tried again. */
    private boolean beginReading() {
        if (!sources.areOffered()) {
            return true;
        }
        reading = isPiecewise() ? beginReadingPiece() : sources.read(this, from(), next() << type.shift());
        return reading;
    }

    private boolean beginReadingPiece() {
        Elements to = into;
        MemoryRegion region = to == null ? null : to.region();
        if (to == null || region == null) {
            return false;
        }
        sources.grant(region, to.offset(intoIndex));
        return sources.read(region, to.offset(intoIndex + done), from(), next() << type.shift());
    }

    /** Returns where the next elements are, in bytes from the first. */
    private long from() {
        return (long) done << type.shift();
    }

    private boolean move(int elements) {
        if (sources.count() > 1) {
            if (!combine(elements)) {
                return false;
            }
        } else if (sources.areOwn()) {
            moveOwn(elements);
        } else if (!isPiecewise()) {
            pass(elements);
        }
        sources.take(this);
        reading = false;
        done += elements;
        if (done == count) {
            moved = true;
            end();
        }
        return true;
    }

    /**
     * Tells whether those that have offered meant it until now, if what was read goes to others, or was the last: otherwise one of
     * them has given up, which is {@link #trouble}, or may have done so and has not been able to tell.
     */
    private boolean areMeant() {
        if (targets.isEmpty() && done + next() < count) {
            return true;
        }
        if (sources.areHeldBack()) { // first: what was held back is in the lane before it is not held back any more
            return false;
        }
        trouble = sources.lookBack(key);
        return trouble == null;
    }

    /** Ends, once all that offered know that this rank has read; true if something has changed. */
    private boolean end() {
        ended = sources.tellDone();
        if (ended) {
            sources.release();
        }
        return ended;
    }

    private void moveOwn(int elements) {
        int from = sources.ownIndex() + done;
        for (int i = 0; i < targets.count(); i++) {
            Lane to = targets.lane(i);
            to.staging().put(to.stagingAt(elements << type.shift()), sources.own(), from, elements);
            commit(to, elements);
        }
        Elements copied = into;
        if (copied != null) {
            sources.own().copy(from, copied, intoIndex + done, elements);
        }
    }

    private void pass(int elements) {
        Slab slab = sources.slab();
        int at = sources.at();
        int bytes = elements << type.shift();
        for (int i = 0; i < targets.count(); i++) {
            Lane to = targets.lane(i);
            to.staging().buffer().putBytes(to.stagingAt(bytes), slab.buffer(), at, bytes);
            commit(to, elements);
        }
        Elements to = into;
        if (to != null) {
            slab.get(at, to, intoIndex + done, elements);
        }
    }

    private boolean combine(int elements) {
        Accumulator sum = world.accumulator();
        if (!combine(sum, sources.count(), elements)) {
            return false;
        }
        for (int i = 0; i < targets.count(); i++) {
            Lane to = targets.lane(i);
            sum.store(to.staging(), to.stagingAt(elements << type.shift()), type, elements);
            commit(to, elements);
        }
        Elements to = into;
        if (to != null) {
            if (intoAfter < sources.count()
                    && !combine(sum, intoAfter, elements)) { // own memory was read: it may be the target
                return false;
            }
            sum.store(to, intoIndex + done, elements);
        }
        return true;
    }

    /** Combines the fragments of the first few sources; false if the operator has thrown something. */
    private boolean combine(Accumulator sum, int ofSources, int elements) {
        try {
            sources.combine(sum, ofSources, operator, type, done, elements);
            return true;
        } catch (Throwable e) { // of any kind: not every language declares what is thrown
            trouble = Trouble.ofOperator(world.rank(), e);
            return false;
        }
    }

    private void commit(Lane to, int elements) {
        world.commit(to, key, elements << type.shift(), done + elements == count ? Flag.LAST : 0);
    }

    /** Looks for ranks without which the flow cannot go on; null if all are there that it waits for. */
    @Nullable
    Trouble look() {
        Trouble found = sources.look(key);
        trouble = found != null ? found : targets.look(key);
        return trouble;
    }
}
