// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.lives;

import io.oriel.api.NdStatus;
import io.oriel.api.OpFlags;
import io.oriel.testing.lives.Plots.Plot;

/** The calls that an application makes as soon as it knows of an end, without a poll. */
final class PromptCalls {
    private final World world;
    private final Requests requests;

    PromptCalls(World world) {
        this.world = world;
        requests = new Requests(world);
    }

    /** Posts, which is refused, and binds elsewhere what was bound for the former peer, which is not. */
    void after(Party ended) {
        Plot plot = ended.place.mapped().take();
        if (plot != null) {
            NdStatus sent = ended.endpoint.send(world.newContext(), plot.range(Plots.LENGTH), OpFlags.NONE);
            NdStatus received = ended.endpoint.receive(world.newContext(), plot.range(Plots.LENGTH));
            Violation.unless(
                    sent != NdStatus.SUCCESS && received != NdStatus.SUCCESS,
                    "after the announced end of " + ended + " a Send is answered " + sent + ", a Receive " + received);
            plot.release("posts that were refused");
        }
        for (Party other : ended.place.parties) {
            if (other != ended && other.isConnected() && world.onceIn(2)) {
                requests.bind(other);
                return;
            }
        }
    }
}
