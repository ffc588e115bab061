// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.direct;

/** A window, which its owner takes back while the peer reads through it. */
final class RevokeState {
    private static final long BEFORE = 1;
    private static final long AFTER = 2;
    private static final int LOOKS = 8;

    private final StressedLink link;
    private final WindowSlot slot;
    private final PeerBinding target;

    RevokeState(Guards guards) {
        link = new StressedLink(guards);
        slot = link.show(0);
        target = link.target(slot);
        link.ownersData.putLong(0, BEFORE);
    }

    /** Returns 1 if the memory was the owner's alone, and used. */
    long revoke() {
        if (!slot.revoke()) {
            return 0;
        }
        link.ownersData.putLong(0, AFTER);
        return 1;
    }

    /** Returns what was read; 0 if that was refused. */
    long read() {
        if (!link.enters(target)) {
            return 0;
        }
        long found = 0;
        for (int i = 0; i < LOOKS; i++) { // a copy takes its time
            found = link.peersData.getLongVolatile(0);
        }
        link.access.leave();
        return found;
    }
}
