// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.Completion;
import io.oriel.api.NdStatus;
import io.oriel.api.RequestType;
import org.jspecify.annotations.Nullable;

/**
 * What the Sends of peers take back: the owner finds the invalidation of its window, and directly behind it the Receive.
 * Windows have contexts below 0, requests above.
 */
final class TakenBack {
    private final World world;
    private @Nullable Party expected;

    TakenBack(World world) {
        this.world = world;
    }

    boolean isOne(Completion completion) {
        return completion.requestType() == RequestType.INVALIDATE && completion.requestContext() < 0;
    }

    void completed(Completion completion) {
        requireFollowed();
        world.count("INVALIDATE by the peer " + completion.status());
        Party party = world.partyOf(completion.endpointContext());
        if (party == null || completion.status() != NdStatus.SUCCESS) {
            throw new Violation("nobody can have taken back " + completion);
        }
        expected = party;
        Binding binding = find(party, completion.requestContext());
        if (binding != null) {
            world.tell(() -> party + " finds its window taken back");
            world.endings().unbound(binding, false);
        } else if (!party.isEndAnnounced()) {
            throw new Violation("nobody has asked for the invalidation of a window of " + party);
        }
    }

    /** What comes behind an invalidation is its Receive. */
    void followedBy(Completion completion) {
        Party party = expected;
        expected = null;
        if (party != null && world.isFaultless()) {
            Violation.unless(
                    completion.requestType() == RequestType.RECEIVE && completion.endpointContext() == party.name,
                    "behind the invalidation of a window of " + party + " comes " + completion);
        }
    }

    void requireFollowed() {
        Party party = expected;
        expected = null;
        if (party != null && world.isFaultless()) {
            throw new Violation("behind the invalidation of a window of " + party + " comes nothing");
        }
    }

    private static @Nullable Binding find(Party party, long context) {
        for (Binding each : party.bindings) {
            if (each.window.context() == context && each.isTakenBack && !each.isWindowFree) {
                return each;
            }
        }
        return null;
    }
}
