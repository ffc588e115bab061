// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.link;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/**
 * The open endpoints whose lanes one link carries, so that nobody looks for them among all others; and those that have
 * something left to do in each progress. By the domain's owner.
 */
final class LinkLanes {
    private static final ToLongFunction<Addressee> IDLE_NS = LinkLanes::idleNsOf;
    private static final ToLongFunction<Addressee> ACKNOWLEDGE_LIMIT = LinkLanes::acknowledgeLimit;

    private final Lanes all;
    private final LinkLife life;
    private final Set<Addressee> open = new LinkedHashSet<>();
    private final Ring<Addressee> attended = new Ring<>(each -> each.attended().attend(), Addressee::endAttention);
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
        attended.add(addressee.attention());
    }

    /** Lets each do what it can; those that need nothing more go. */
    void attend() {
        attended.visit();
    }

    /** Tells for how long none can do anything unless this side is woken. */
    long idleNs() {
        return attended.least(IDLE_NS);
    }

    /** Returns up to which of the peer's frames may be acknowledged, for those whose failure has still to be told. */
    long acknowledgeLimit() {
        return attended.least(ACKNOWLEDGE_LIMIT);
    }

    /** Attends to none any more. */
    void endAttention() {
        attended.clear();
    }

    private static long idleNsOf(Addressee addressee) {
        return addressee.attended().idleNs();
    }

    private static long acknowledgeLimit(Addressee addressee) {
        long failed = addressee.failedSequence();
        return failed == 0 ? Long.MAX_VALUE : failed - 1;
    }
}
