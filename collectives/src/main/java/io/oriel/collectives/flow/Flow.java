// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.data.Accumulator;
import io.oriel.collectives.data.BuiltIn;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.data.Reduction;
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
 */
public final class Flow {
    private final Group group;
    private final World world;
    private final int[] sources;
    private final int[] targets;
    private int sourceCount;
    private int targetCount;
    private Elements own = Elements.none();
    private int ownIndex;
    private @Nullable Elements into;
    private int intoIndex;
    private int intoAfter;
    private ElementType type = ElementType.BYTE;
    private Reduction operator = BuiltIn.SUM;
    private @Nullable Flow after;
    private long key;
    private int count;
    private int fragment;
    private int done;
    private boolean ended;
    private @Nullable Trouble trouble;

    Flow(Group group) {
        this.group = group;
        world = group.world();
        sources = new int[group.size()];
        targets = new int[group.size()];
    }

    /** Begins to describe a flow of so many elements. */
    Flow begin(long ofKey, ElementType ofType, Reduction by, int elements) {
        key = ofKey;
        type = ofType;
        operator = by;
        count = elements;
        int item = by.itemCount();
        fragment = (LaneLayout.MAX_PAYLOAD >> ofType.shift()) / item * item;
        sourceCount = 0;
        targetCount = 0;
        into = null;
        after = null;
        done = 0;
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
        sources[sourceCount++] = member;
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
        own = elements;
        ownIndex = index;
        return from(group.rank());
    }

    /**
     * Adds another rank as a target.
     *
     * @param member the rank
     * @return this
     */
    public Flow to(int member) {
        targets[targetCount++] = member;
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
        intoAfter = sourceCount;
        return this;
    }

    /**
     * Moves no fragment before another flow has moved the same.
     *
     * @param other of the same length
     * @return this
     */
    public Flow after(Flow other) {
        after = other;
        return this;
    }

    boolean isEnded() {
        return ended;
    }

    /** Returns what it has found wrong; null if nothing. */
    @Nullable
    Trouble trouble() {
        return trouble;
    }

    /** Moves a fragment, if it can; true if it did. */
    boolean step() {
        Flow first = after;
        if (first != null && !first.ended && first.done <= done) {
            return false;
        }
        int elements = Math.min(fragment, count - done);
        if (!isReady(elements) || trouble != null) {
            return false;
        }
        move(elements);
        done += elements;
        ended = done == count;
        return true;
    }

    private boolean isReady(int elements) {
        for (int i = 0; i < sourceCount; i++) {
            if (sources[i] != group.rank() && !isReady(group.lane(sources[i]), elements)) {
                return false;
            }
        }
        for (int i = 0; i < targetCount; i++) {
            if (!group.lane(targets[i]).hasRoom()) {
                return false;
            }
        }
        return true;
    }

    private boolean isReady(Lane lane, int elements) {
        if (!lane.find(key)) {
            return false;
        }
        boolean isLast = done + elements == count;
        if (lane.length() != elements << type.shift() || lane.isMarked(Flag.LAST) != isLast) {
            trouble = Trouble.of(
                    CollectiveStatus.MISMATCH,
                    lane.rank(),
                    "sent " + ((long) done << type.shift()) + " + " + lane.length() + " bytes"
                            + (lane.isMarked(Flag.LAST) ? "" : " and more") + " where " + ((long) count << type.shift())
                            + " were expected");
        }
        return true;
    }

    private void move(int elements) {
        if (sourceCount == 1) {
            moveOne(elements);
        } else {
            combine(elements);
        }
        for (int i = 0; i < sourceCount; i++) {
            if (sources[i] != group.rank()) {
                group.lane(sources[i]).take();
            }
        }
    }

    private void moveOne(int elements) {
        boolean isOwn = sources[0] == group.rank();
        int bytes = elements << type.shift();
        for (int i = 0; i < targetCount; i++) {
            Lane to = group.lane(targets[i]);
            int at = to.stagingAt(bytes);
            if (isOwn) {
                to.staging().put(at, own, ownIndex + done, elements);
            } else {
                Lane from = group.lane(sources[0]);
                to.staging().buffer().putBytes(at, from.slab().buffer(), from.at(), bytes);
            }
            commit(to, elements);
        }
        if (into != null && !isOwn) {
            Lane from = group.lane(sources[0]);
            from.slab().get(from.at(), into, intoIndex + done, elements);
        } else if (into != null) {
            own.copy(ownIndex + done, into, intoIndex + done, elements);
        }
    }

    private void combine(int elements) {
        Accumulator sum = world.accumulator();
        combine(sum, sourceCount, elements);
        for (int i = 0; i < targetCount; i++) {
            Lane to = group.lane(targets[i]);
            sum.store(to.staging(), to.stagingAt(elements << type.shift()), type, elements);
            commit(to, elements);
        }
        if (into != null) {
            if (intoAfter < sourceCount) {
                combine(sum, intoAfter, elements); // once more: the own memory, which was read above, may be the target
            }
            sum.store(into, intoIndex + done, elements);
        }
    }

    private void combine(Accumulator sum, int ofSources, int elements) {
        for (int i = 0; i < ofSources; i++) {
            if (sources[i] == group.rank()) {
                addOwn(sum, i == 0, elements);
            } else {
                add(sum, i == 0, group.lane(sources[i]), elements);
            }
        }
    }

    private void addOwn(Accumulator sum, boolean isFirst, int elements) {
        if (isFirst) {
            sum.load(own, ownIndex + done, elements);
        } else {
            sum.combine(operator, own, ownIndex + done, elements);
        }
    }

    private void add(Accumulator sum, boolean isFirst, Lane from, int elements) {
        if (isFirst) {
            sum.load(from.slab(), from.at(), type, elements);
        } else {
            sum.combine(operator, from.slab(), from.at(), type, elements);
        }
    }

    private void commit(Lane to, int elements) {
        world.commit(to, key, elements << type.shift(), done + elements == count ? Flag.LAST : 0);
    }

    /** Looks for ranks without which the flow cannot go on; null if all are there that it waits for. */
    @Nullable
    Trouble look() {
        for (int i = 0; i < sourceCount && trouble == null; i++) {
            if (sources[i] != group.rank()) {
                trouble = lookAtSource(sources[i]);
            }
        }
        for (int i = 0; i < targetCount && trouble == null; i++) {
            Trouble found = group.troubleOf(targets[i]);
            Trouble told = group.toldBy(group.lane(targets[i]), key);
            trouble = told != null ? told : found;
        }
        return trouble;
    }

    private @Nullable Trouble lookAtSource(int member) {
        Trouble found = group.troubleOf(member);
        Lane lane = group.lane(member);
        if (lane.find(key)) {
            return null;
        }
        Trouble told = group.toldBy(lane, key);
        return told != null ? told : found;
    }
}
