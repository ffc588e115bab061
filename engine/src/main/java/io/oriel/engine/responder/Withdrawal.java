// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.responder;

import io.oriel.api.NdStatus;
import io.oriel.engine.control.Patience;

/**
 * The end of an endpoint's Receives: each completes when the peer is not, and will not be, placing a message in it. By the
 * domain's owner.
 */
final class Withdrawal {
    private final ReceiveQueue receives;
    private final Patience patience;
    private boolean pending;
    private long sinceNs;

    /** Creates one that has not begun; the clock is looked at only when a peer has to be awaited. */
    Withdrawal(ReceiveQueue receives, Patience patience) {
        this.receives = receives;
        this.patience = patience;
    }

    /** Begins; true if it is done, because no peer was inside. */
    boolean begin() {
        if (receives.hideAll() || receives.isSoonQuiet()) {
            receives.cancelAll(NdStatus.CANCELED);
            return true;
        }
        pending = true;
        sinceNs = patience.nanoTime();
        return false;
    }

    /** Tells whether nothing is left of it: the peer has left, or has taken too long. */
    boolean isDone() {
        if (pending && receives.isQuiet()) {
            finish(NdStatus.CANCELED);
        } else if (pending && patience.nanoTime() - sinceNs > patience.revokeNs()) {
            finish(NdStatus.IO_TIMEOUT);
        }
        return !pending;
    }

    /** Waits for it, which takes long only if the peer was stopped. */
    void await() {
        if (pending) {
            finish(receives.awaitQuiet(patience.revokeNs()) ? NdStatus.CANCELED : NdStatus.IO_TIMEOUT);
        }
    }

    /** Nobody asks again whether it is done. */
    void giveUp() {
        if (!isDone()) {
            finish(NdStatus.IO_TIMEOUT);
        }
    }

    private void finish(NdStatus status) {
        pending = false;
        receives.cancelAll(status);
    }
}
