// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The open endpoints whose lanes one link carries, so that nobody looks for them among all others; and those that have
 * something left to do in each progress. By the domain's owner.
 */
final class LinkLanes {
    private final Lanes all;
    private final LinkLife life;
    private final Set<Addressee> open = new LinkedHashSet<>();
    private final List<Addressee> attended = new ArrayList<>();
    private int first;
    private boolean detached;

    LinkLanes(Lanes all, LinkLife life) {
        this.all = all;
        this.life = life;
    }

    /** Adds one that has got its peer, or ends it if it has got it too late. */
    void add(Addressee addressee) {
        if (detached) {
            addressee.attended().onDetached(life.hasDied());
        } else {
            open.add(addressee);
        }
    }

    /** An endpoint was closed. */
    void remove(Addressee addressee) {
        open.remove(addressee);
    }

    /** Does something with each. */
    void forEach(Consumer<LaneUser> action) {
        all.takeAttached();
        for (Addressee each : open.toArray(new Addressee[0])) { // others may come meanwhile
            LaneUser user = each.user();
            if (user != null) {
                action.accept(user);
            }
        }
    }

    /** As {@link #forEach}, for the endpoints that can have sent a frame for which the peer has no endpoint. */
    void peerMissing(long peerWord, long sequence) {
        all.takeAttached();
        for (Addressee each : open.toArray(new Addressee[0])) {
            LaneUser user = each.mayHaveSent(sequence, peerWord) ? each.user() : null;
            if (user != null) {
                user.onPeerMissing();
            }
        }
    }

    /** The domain has let go of the link: ends each, and those that come too late. */
    void detach() {
        all.takeAttached();
        detached = true;
        forEach(each -> each.onDetached(life.hasDied()));
        open.clear();
    }

    /** Tells whether none has anything left to do. */
    boolean isIdle() {
        return attended.isEmpty();
    }

    /** Attends to one, once in each progress. */
    void lookAfter(Addressee addressee) {
        if (addressee.beginAttention()) {
            attended.add(addressee);
        }
    }

    /**
     * Lets each do what it can; those that need nothing more go. Another begins each time: the first may use up all room and
     * all bytes of a progress, again and again.
     */
    void attend() {
        first = first + 1 < attended.size() ? first + 1 : 0;
        attend(first, Integer.MAX_VALUE);
        attend(0, first);
    }

    private void attend(int from, int to) {
        for (int index = from; index < Math.min(to, attended.size()); index++) {
            Addressee addressee = attended.get(index);
            if (!addressee.attended().attend()) {
                int last = attended.size() - 1;
                attended.set(index, attended.get(last));
                attended.remove(last);
                addressee.endAttention();
                index--;
            }
        }
    }

    /** Tells for how long none can do anything unless this side is woken. */
    long idleNs() {
        long least = Long.MAX_VALUE;
        for (int index = 0; index < attended.size(); index++) {
            least = Math.min(least, attended.get(index).attended().idleNs());
        }
        return least;
    }

    /** Returns up to which of the peer's frames may be acknowledged, for those whose failure has still to be told. */
    long acknowledgeLimit() {
        long limit = Long.MAX_VALUE;
        for (int index = 0; index < attended.size(); index++) {
            long failed = attended.get(index).failedSequence();
            if (failed != 0) {
                limit = Math.min(limit, failed - 1);
            }
        }
        return limit;
    }

    /** Attends to none any more. */
    void endAttention() {
        for (Addressee each : attended) {
            each.endAttention();
        }
        attended.clear();
    }
}
