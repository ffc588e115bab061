// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.memory;

import io.oriel.engine.direct.WindowSlot;
import org.jspecify.annotations.Nullable;

/**
 * A binding that was taken back, for whoever waits until the peer has left it: the window itself may be bound again
 * meanwhile, and taken back again. Made before, since amid the taking back there may be no memory; reused. By the domain's
 * owner.
 */
public final class Revocation implements Lingering {
    private @Nullable WindowSlot slot;
    private long stamp;

    /** Creates a revocation of nothing. */
    public Revocation() {}

    @Override
    public boolean isOver() {
        WindowSlot revoked = slot;
        if (revoked == null) {
            return true;
        }
        if (!revoked.isQuiet(stamp)) {
            return false;
        }
        forget();
        return true;
    }

    /** Waits for nobody any more. */
    public void forget() {
        if (slot != null) { // storing a reference costs a barrier of the collector
            slot = null;
        }
    }

    /** The peer is, or may be, inside. */
    void await(WindowSlot revoked, long stamped) {
        slot = revoked;
        stamp = stamped;
    }
}
