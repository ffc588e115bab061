// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.message;

import io.oriel.collectives.CollectiveStatus;
import io.oriel.collectives.data.Elements;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Flag;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.world.Trouble;

/** A message from another rank under way. One that is too long is taken whole, so that the next one is found. */
final class Receiving extends Transfer {
    private long done;
    private boolean begun;
    private boolean isOfOtherType;

    Receiving(Group group, Transfers home) {
        super(group, home);
    }

    @Override
    void begin() {
        done = 0;
        begun = false;
        isOfOtherType = false;
    }

    @Override
    boolean hasBegun() {
        return begun;
    }

    @Override
    Transfer rest() {
        Receiving rest = new Receiving(group(), home());
        rest.done = done;
        rest.begun = true;
        return rest;
    }

    @Override
    Elements elementsOfRest() {
        return Elements.none(elements().type());
    }

    @Override
    boolean advance() {
        if (isSelf()) {
            return takeOwn();
        }
        Lane lane = lane();
        while (lane.find(key())) {
            if (lane.isMarked(Flag.REQUEST)) {
                if (!lane.hasRoom()) {
                    return false;
                }
                lane.take();
                begun = true;
                world().commit(lane, Key.withKind(key(), Key.TAGGED_WANTED), 0, 0);
                continue;
            }
            boolean isLast = lane.isMarked(Flag.LAST);
            take(lane);
            if (isLast) {
                requireFit(lane.rank());
                return true;
            }
        }
        return false;
    }

    private void requireFit(int worldRank) {
        if (isOfOtherType) {
            fail(Trouble.of(
                    CollectiveStatus.MISMATCH,
                    worldRank,
                    "sent elements of another type where " + elements().type() + " were expected"));
        } else if (done > elements().count()) {
            fail(Trouble.of(
                    CollectiveStatus.TRUNCATED,
                    worldRank,
                    "sent " + done + " elements where " + elements().count() + " have room"));
        }
    }

    private boolean takeOwn() {
        Sending from = home().findOwn(key());
        if (from == null) {
            return false;
        }
        done = from.count();
        isOfOtherType = done > 0 && from.elements().type() != elements().type();
        if (done > 0 && !isOfOtherType) {
            from.elements()
                    .copy(0, elements(), 0, (int) Math.min(done, elements().count()));
        }
        from.deliver();
        requireFit(world().rank());
        return true;
    }

    private void take(Lane lane) {
        Elements elements = elements();
        int count = lane.length() >> elements.type().shift();
        int room = (int) Math.max(0, Math.min(count, elements.count() - done));
        lane.slab().get(lane.at(), elements, (int) Math.min(done, elements.count()), room);
        done += count;
        isOfOtherType |= count << elements.type().shift() != lane.length();
        begun = true;
        lane.take();
    }

    @Override
    public int count() {
        return (int) done;
    }
}
