// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.credit;

import io.oriel.api.NdStatus;
import io.oriel.api.NotifyType;
import io.oriel.engine.completion.PendingNotifications;
import io.oriel.engine.control.ControlLoop;
import java.util.concurrent.CompletableFuture;

/** Tells when fewer Receives than a threshold are outstanding in a shared queue. By the domain's owner. */
final class LowNotifications {
    private static final String REMOVAL = "the adapter's driver died";

    private final PendingNotifications pending;
    private int outstanding;
    private int threshold;
    private boolean removed;

    LowNotifications(ControlLoop loop, int threshold) {
        this.threshold = threshold;
        pending = new PendingNotifications(loop);
    }

    CompletableFuture<Void> request() {
        CompletableFuture<Void> future = pending.add(NotifyType.ANY);
        tellIfDue();
        if (removed) {
            pending.fail(NdStatus.DEVICE_REMOVED, REMOVAL);
        }
        return future;
    }

    /** Tells whether somebody waits; what could not be told when it was due is told now. */
    boolean isWaitedFor() {
        if (pending.isWaitedFor()) {
            tellIfDue();
        }
        return pending.hasPending();
    }

    void posted() {
        outstanding++;
    }

    /** A message has taken a Receive. */
    void taken() {
        if (--outstanding < threshold) {
            tellIfDue();
        }
    }

    int threshold() {
        return threshold;
    }

    void threshold(int value) {
        threshold = value;
        tellIfDue();
    }

    void close() {
        pending.fail(NdStatus.CANCELED, "the shared receive queue was closed");
    }

    void remove() {
        removed = true;
        pending.fail(NdStatus.DEVICE_REMOVED, REMOVAL);
    }

    private void tellIfDue() {
        if (outstanding < threshold && pending.hasPending()) {
            pending.tell();
        }
    }
}
