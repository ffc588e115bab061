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

/** A descriptor of a former binding never leads to the later one in its slot. */
@JCStressTest
@Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "refused")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the former binding, before it was taken back")
@Outcome(id = "0, 2", expect = FORBIDDEN, desc = "the former binding, after it was taken back")
@Outcome(expect = FORBIDDEN, desc = "the later binding")
@State
public class SlotReuseStress {
    private static final long LATER_START = 128;

    private final StressedLink link = new StressedLink(Guards.ALL);
    private final WindowSlot former = link.show(0);
    private final PeerBinding target = link.target(former);

    /** Creates a state. */
    public SlotReuseStress() {
        link.ownersData.putLong(0, 1);
    }

    /** Takes the window back and, if nobody is inside, binds the slot anew. */
    @Actor
    public void owner() {
        if (former.revoke()) {
            link.ownersData.putLong(0, 2);
            WindowSlot later = link.show(LATER_START);
            assert later.slot() == target.slot;
        }
    }

    /** Reads by the descriptor of the former binding. */
    @Actor
    public void peer(JJ_Result r) {
        r.r1 = -1;
        if (link.enters(target)) {
            r.r1 = target.start;
            r.r2 = link.peersData.getLong((int) target.start);
            link.access.leave();
        }
    }
}
