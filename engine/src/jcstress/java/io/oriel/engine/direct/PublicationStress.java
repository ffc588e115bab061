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

/** A binding is seen whole or not at all. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not bound yet")
@Outcome(id = "128, 64", expect = ACCEPTABLE, desc = "bound")
@Outcome(expect = FORBIDDEN, desc = "torn")
@State
public class PublicationStress {
    private static final long START = 128;

    private final StressedLink link = new StressedLink(Guards.ALL);
    private final WindowSlot slot = link.reserve();
    private final PeerBinding target = link.target(slot);

    /** Creates a state. */
    public PublicationStress() {}

    /** Binds. */
    @Actor
    public void owner() {
        StressedLink.show(slot, START);
    }

    /** Enters, if there is a binding. */
    @Actor
    public void peer(JJ_Result r) {
        if (link.enters(target)) {
            r.r1 = target.start;
            r.r2 = target.length;
            link.access.leave();
        }
    }
}
