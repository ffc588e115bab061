// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.endpoint;

import io.oriel.api.NdStatus;
import io.oriel.engine.memory.Lingering;
import io.oriel.engine.responder.ReceiveQueue;

/**
 * The end of an endpoint's Receives: each completes when the peer is not, and will not be, placing a message in it. By the
 * domain's owner.
 */
final class Withdrawal {
    private final EndpointHome home;
    private final ReceiveQueue receives;
    private boolean pending;
    private long sinceNs;

    Withdrawal(EndpointHome home, ReceiveQueue receives) {
        this.home = home;
        this.receives = receives;
    }

    /** Begins; true if it is done, because no peer was inside. */
    boolean begin() {
        Lingering placing = receives::isQuiet;
        if (receives.hideAll() || placing.isSoonOver()) {
            receives.cancelAll(NdStatus.CANCELED);
            return true;
        }
        pending = true;
        sinceNs = home.loop().nanoTime();
        return false;
    }

    /** Tells whether nothing is left of it: the peer has left, or has taken too long. */
    boolean isDone() {
        if (pending && receives.isQuiet()) {
            finish(NdStatus.CANCELED);
        } else if (pending && home.loop().nanoTime() - sinceNs > home.revokeNs()) {
            finish(NdStatus.IO_TIMEOUT);
        }
        return !pending;
    }

    /** Waits for it, which takes long only if the peer was stopped. */
    void await() {
        if (pending) {
            Lingering placing = receives::isQuiet;
            finish(placing.await(home.revokeNs()) ? NdStatus.CANCELED : NdStatus.IO_TIMEOUT);
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
