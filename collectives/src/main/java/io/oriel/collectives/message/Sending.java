// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.collectives.message;

import io.oriel.collectives.data.Elements;
import io.oriel.collectives.group.Group;
import io.oriel.collectives.lane.Flag;
import io.oriel.collectives.lane.Key;
import io.oriel.collectives.lane.Lane;
import io.oriel.collectives.lane.LaneLayout;

/** A message to another rank under way. A long one is announced, and sent when it is wanted. */
final class Sending extends Transfer {
    private static final long ANNOUNCED_FROM = 4L * LaneLayout.MAX_PAYLOAD;

    private boolean announced;
    private boolean wanted;
    private boolean delivered;
    private int done;
    private boolean begun;

    Sending(Group group, Transfers home) {
        super(group, home);
    }

    @Override
    void begin() {
        done = 0;
        begun = false;
        announced = false;
        delivered = false;
        wanted = elements().byteLength() <= ANNOUNCED_FROM;
    }

    @Override
    boolean hasBegun() {
        return announced || begun || delivered;
    }

    @Override
    Transfer rest() {
        Sending rest = new Sending(group(), home());
        rest.announced = announced;
        rest.wanted = wanted;
        rest.done = done;
        rest.begun = begun;
        return rest;
    }

    @Override
    Elements elementsOfRest() {
        return elements().copy();
    }

    /** The end that is here, too, has copied the message. */
    void deliver() {
        delivered = true;
    }

    boolean isDelivered() {
        return delivered;
    }

    @Override
    boolean advance() {
        if (isSelf()) {
            return delivered;
        }
        if (!wanted && !isWanted()) {
            return false;
        }
        Lane lane = lane();
        Elements elements = elements();
        int fragment = LaneLayout.MAX_PAYLOAD >> elements.type().shift();
        while (!begun || done < elements.count()) {
            if (!lane.hasRoom()) {
                return false;
            }
            int count = Math.min(fragment, elements.count() - done);
            int bytes = count << elements.type().shift();
            lane.staging().put(lane.stagingAt(bytes), elements, done, count);
            if (!world().commit(lane, key(), bytes, done + count == elements.count() ? Flag.LAST : 0)) {
                return false;
            }
            begun = true;
            done += count;
        }
        return true;
    }

    /** Announces the message, and looks whether it is asked for. */
    private boolean isWanted() {
        Lane lane = lane();
        if (!announced && lane.hasRoom()) {
            int at = lane.stagingAt(Long.BYTES);
            lane.staging().buffer().putLong(at, elements().byteLength());
            announced = world().commit(lane, key(), Long.BYTES, Flag.REQUEST);
        }
        if (announced && lane.find(Key.withKind(key(), Key.TAGGED_WANTED))) {
            lane.take();
            wanted = true;
        }
        return wanted;
    }

    @Override
    public int count() {
        return elements().count();
    }
}
