// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Those who wait for the end of one connection. On the agent. */
final class DisconnectNotices {
    private final List<CompletableFuture<Void>> disconnects = new ArrayList<>();
    private final List<CompletableFuture<Void>> notices = new ArrayList<>();
    private boolean over;

    /** Adds a Disconnect of this side. */
    void addDisconnect(CompletableFuture<Void> future) {
        add(disconnects, future);
    }

    /** Adds a NotifyDisconnect. */
    void addNotice(CompletableFuture<Void> future) {
        notices.removeIf(CompletableFuture::isDone); // cancelled by the application
        add(notices, future);
    }

    /** Ends the waits for notice, because the connector is closed. */
    void cancelNotices() {
        notices.forEach(
                notice -> notice.completeExceptionally(new NdException(NdStatus.CANCELED, "the connector was closed")));
        notices.clear();
    }

    /** The connection is over. */
    void complete() {
        over = true;
        disconnects.forEach(each -> each.complete(null));
        notices.forEach(each -> each.complete(null));
        disconnects.clear();
        notices.clear();
    }

    private void add(List<CompletableFuture<Void>> list, CompletableFuture<Void> future) {
        if (over) {
            future.complete(null);
        } else {
            list.add(future);
        }
    }
}
