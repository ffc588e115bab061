// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.testing.conformance;

import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.direct.DirectLink;
import io.oriel.engine.direct.PeerBinding;
import io.oriel.engine.memory.DescriptorLayout;
import io.oriel.engine.transport.LinkMemory;
import org.agrona.DirectBuffer;

/** A copy to a window of the peer's that was begun, as by a process that is stopped in the midst of it. */
public final class StoppedCopy {
    private final DirectAccess access;

    /**
     * Begins a copy. One link leads to the owner: this goes by an access of its own in the same memory.
     *
     * @param memory     of that link
     * @param descriptor of the window, at its start
     * @throws IllegalStateException if the window does not let the peer in
     */
    public StoppedCopy(LinkMemory memory, DirectBuffer descriptor) {
        PeerBinding target = new PeerBinding();
        DescriptorLayout.read(descriptor, 0, target);
        access = DirectLink.over(memory).access();
        if (!target.isDirect() || !access.hold(target)) {
            throw new IllegalStateException("the window does not let the peer in");
        }
    }

    /** Ends the copy. */
    public void end() {
        access.leave();
    }
}
