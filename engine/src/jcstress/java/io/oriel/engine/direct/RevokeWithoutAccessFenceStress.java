// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** What happens without the fence of the peer. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "taken back before the access")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "taken back after the access")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the owner would wait for the peer inside")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the owner would wait for a peer that is refused")
@Outcome(
        id = "1, 2",
        expect = ACCEPTABLE_INTERESTING,
        desc = "the peer reads what was written after the window was taken back")
@State
public class RevokeWithoutAccessFenceStress {
    private final RevokeState state = new RevokeState(MissingGuard.ACCESS_FENCE.others());

    /** Creates a state. */
    public RevokeWithoutAccessFenceStress() {}

    /** Takes the window back, and uses the memory if nobody is inside. */
    @Actor
    public void owner(JJ_Result r) {
        r.r1 = state.revoke();
    }

    /** Reads, unless it is refused. */
    @Actor
    public void peer(JJ_Result r) {
        r.r2 = state.read();
    }
}
