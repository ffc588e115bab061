// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.initiator;

import io.oriel.api.OpFlags;
import io.oriel.api.RemoteWindow;
import io.oriel.engine.direct.DirectAccess;
import io.oriel.engine.direct.DirectLinks;
import io.oriel.engine.direct.PeerBinding;
import io.oriel.engine.transport.LinkMemory;

/** A copy to a window of the peer's that was begun, as by a process that is stopped in the midst of it. */
public final class StoppedCopy {
    private final DirectAccess access;

    /**
     * Begins a copy. One link leads to the owner: this goes by an access of its own in the same memory.
     *
     * @param memory of that link
     * @param window opened on an endpoint
     * @throws IllegalStateException if the window does not let the peer in
     */
    public StoppedCopy(LinkMemory memory, RemoteWindow window) {
        PeerBinding target = new PeerBinding();
        target.copyFrom(((PeerWindow) window).binding());
        access = DirectLinks.forAnyEndpoint(memory).access();
        if (!access.enter(target, 0, OpFlags.ALLOW_WRITE, 0, 1)) {
            throw new IllegalStateException("the window does not let the peer in");
        }
    }

    /** Ends the copy. */
    public void end() {
        access.leave();
    }
}
