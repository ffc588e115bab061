// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.flow;

import io.oriel.api.MemoryRegion;
import io.oriel.collectives.ElementType;
import io.oriel.collectives.data.Accumulator;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.data.Reduction;
import io.oriel.collectives.data.Slab;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.world.Scratch;
import io.oriel.collectives.world.Trouble;
import io.oriel.collectives.world.World;
import org.jspecify.annotations.Nullable;

/** Where the elements of a flow come from, in the order in which they are combined. Made once, reused. */
final class Sources {
    private final Group group;
    private final World world;
    private final Scratch scratch;
    private final Source[] all;
    private int count;
    private Elements own = Elements.none();
    private int ownIndex;

    Sources(Group group) {
        this.group = group;
        world = group.world();
        scratch = world.scratch();
        all = new Source[group.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = new Source(i, group);
        }
    }

    void clear() {
        release();
        count = 0;
    }

    /** Reads no more of what was offered. */
    void release() {
        for (int i = 0; i < count; i++) {
            all[i].release();
        }
    }

    void add(int member) {
        all[count++].begin(member, group.lane(member));
    }

    void addOwn(Elements elements, int index) {
        own = elements;
        ownIndex = index;
        all[count++].begin(group.rank(), null);
    }

    int count() {
        return count;
    }

    /** Tells whether this rank's memory is the only source. */
    boolean areOwn() {
        return count == 1 && all[0].isOwn();
    }

    /** Tells whether the only source is one that offers. */
    boolean areOneOffer() {
        return count == 1 && all[0].isOffered();
    }

    Elements own() {
        return own;
    }

    int ownIndex() {
        return ownIndex;
    }

    /** Tells whether all have the next fragment; otherwise one has not, or there is {@link #trouble}. */
    boolean areReady(long key, int bytes, long total, boolean isLast) {
        for (int i = 0; i < count; i++) {
            if (!all[i].isReady(key, bytes, total, isLast)) {
                return false;
            }
        }
        return true;
    }

    /** Returns what is wrong with what has come; null if nothing. */
    @Nullable
    Trouble trouble() {
        for (int i = 0; i < count; i++) {
            Trouble found = all[i].trouble();
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Tells whether one of them is to be read. */
    boolean areOffered() {
        for (int i = 0; i < count; i++) {
            if (all[i].isOffered()) {
                return true;
            }
        }
        return false;
    }

    /** Begins to read a fragment of all that offer it; false if it has to be tried again. */
    boolean read(Object user, long from, int bytes) {
        boolean posted = scratch.acquire(user);
        for (int i = 0; i < count && posted; i++) {
            posted = all[i].read(scratch, from, bytes);
        }
        return posted;
    }

    /** Grants memory for a part of what the only source offers to its owner, if that one wants to write it. */
    void grant(MemoryRegion to, long at) {
        all[0].grant(to, at);
    }

    /** Tells once that the part for which memory was granted has to be read as well. */
    boolean isDeclined() {
        return all[0].isDeclined();
    }

    /** Returns how many bytes of what the only source offers this rank has to read itself. */
    long toBeRead() {
        return all[0].toBeRead();
    }

    /** Begins to read a piece of the one that offers it to where it belongs; false if it has to be tried again. */
    boolean read(MemoryRegion to, long at, long from, int bytes) {
        return from >= toBeRead() || all[0].read(to, at, from, bytes);
    }

    /** Tells whether all that was read is there, up to some bytes and the fragment that follows. */
    boolean areRead(long done) {
        world.poll();
        for (int i = 0; i < count; i++) {
            if (!all[i].isRead(done)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the memory of the only source's fragment, which is another rank's. */
    Slab slab() {
        return all[0].slab(scratch);
    }

    /** Returns where that fragment begins. */
    int at() {
        return all[0].at(scratch);
    }

    /** Combines the fragments of the first few. */
    void combine(Accumulator sum, int ofSources, Reduction operator, ElementType type, int done, int elements) {
        world.beginCombining();
        try {
            for (int i = 0; i < ofSources; i++) {
                combine(sum, all[i], i == 0, operator, type, done, elements);
            }
        } finally {
            world.endCombining();
        }
    }

    @SuppressWarnings("checkstyle:ParameterNumber") // of one fragment
    private void combine(
            Accumulator sum,
            Source source,
            boolean isFirst,
            Reduction operator,
            ElementType type,
            int done,
            int elements) {
        if (source.isOwn() && isFirst) {
            sum.load(own, ownIndex + done, elements);
        } else if (source.isOwn()) {
            sum.combine(operator, own, ownIndex + done, elements);
        } else if (isFirst) {
            sum.load(source.slab(scratch), source.at(scratch), type, elements);
        } else {
            sum.combine(operator, source.slab(scratch), source.at(scratch), type, elements);
        }
    }

    /** The fragments were used. */
    void take(Object user) {
        for (int i = 0; i < count; i++) {
            all[i].take();
        }
        scratch.release(user);
    }

    /** Tells those that offered that all was read; false if it has to be tried again. */
    boolean tellDone() {
        boolean told = true;
        for (int i = 0; i < count; i++) {
            told &= all[i].tellDone(world);
        }
        return told;
    }

    /** Tells whether one of those that have offered has something to tell for which there was no room. */
    boolean areHeldBack() {
        for (int i = 0; i < count; i++) {
            if (all[i].isOffered() && all[i].lane().isHeldBack()) {
                return true;
            }
        }
        return false;
    }

    /** Looks whether those that have offered meant it until now; null if they did. */
    @Nullable
    Trouble lookBack(long key) {
        for (int i = 0; i < count; i++) {
            Trouble found = all[i].isOffered() ? group.withdrawal(all[i].member(), key) : null;
            if (found != null) {
                all[i].failed(found);
                return found;
            }
        }
        return null;
    }

    /** Looks for ranks that are not there; null if all are from which something is still to come. */
    @Nullable
    Trouble look(long key) {
        for (int i = 0; i < count; i++) {
            Source source = all[i];
            Trouble found = source.isOwn() ? null : look(source, key);
            if (found != null) {
                source.failed(found);
                return found;
            }
        }
        return null;
    }

    private @Nullable Trouble look(Source source, long key) {
        if (!source.isOffered()) {
            return group.obstacle(source.member(), key, key);
        }
        boolean isAwaited = source.toBeRead() != Long.MAX_VALUE;
        return isAwaited
                ? group.obstacle(source.member(), key, Share.writtenKey(key))
                : group.obstacle(source.member(), key);
    }
}
