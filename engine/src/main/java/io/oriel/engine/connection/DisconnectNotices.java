// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.connection;

import io.oriel.api.NdException;
import io.oriel.api.NdStatus;
import io.oriel.engine.control.ControlFuture;
import java.util.ArrayList;
import java.util.List;

/** Those who wait for the end of one connection. On the agent. */
final class DisconnectNotices {
    private final List<ControlFuture> disconnects = new ArrayList<>();
    private final List<ControlFuture> notices = new ArrayList<>();
    private boolean over;

    /** Adds a Disconnect of this side. */
    void addDisconnect(ControlFuture future) {
        add(disconnects, future);
    }

    /** Adds a NotifyDisconnect. */
    void addNotice(ControlFuture future) {
        notices.removeIf(ControlFuture::isWithdrawn);
        add(notices, future);
    }

    /** Ends the waits for notice, because the connector is closed. */
    void cancelNotices() {
        notices.forEach(notice -> notice.fail(new NdException(NdStatus.CANCELED, "the connector was closed")));
        notices.clear();
    }

    /** The connection is over. */
    void complete() {
        over = true;
        disconnects.forEach(ControlFuture::succeed);
        notices.forEach(ControlFuture::succeed);
        disconnects.clear();
        notices.clear();
    }

    private void add(List<ControlFuture> list, ControlFuture future) {
        if (over) {
            boolean unused = future.succeed(); // who has withdrawn it wants no notice
        } else {
            list.add(future);
        }
    }
}
