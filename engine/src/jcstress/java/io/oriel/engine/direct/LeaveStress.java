// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** When a window is quiet, all that the peer has written through it is there. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "refused")
@Outcome(id = "7, 1", expect = ACCEPTABLE, desc = "written, and seen by the owner")
@Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "the owner would wait for a peer that is refused")
@Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "the owner would wait for the peer inside")
@Outcome(expect = FORBIDDEN, desc = "written after the window was quiet")
@State
public class LeaveStress {
    private static final long WRITTEN = 7;

    private final StressedLink link = new StressedLink(Guards.ALL);
    private final WindowSlot slot = link.show(0);
    private final PeerBinding target = link.target(slot);

    /** Creates a state. */
    public LeaveStress() {}

    /** Takes the window back and, if nobody is inside, looks. */
    @Actor
    public void owner(JJ_Result r) {
        r.r1 = slot.revoke() ? link.ownersData.getLong(0) : -1;
    }

    /** Writes, unless it is refused. */
    @Actor
    public void peer(JJ_Result r) {
        if (link.enters(target)) {
            link.peersData.putLong(0, WRITTEN);
            link.access.leave();
            r.r2 = 1;
        }
    }
}
