// SPDX-License-Identifier: Apache-2.0
// Copyright the Oriel authors.
package io.oriel.engine.transport;

import java.nio.channels.Selector;

/** Wakes nobody. */
final class NoAlarm implements Alarm {
    @Override
    public boolean canWake() {
        return false;
    }

    @Override
    public void arm() {}

    @Override
    public void disarm() {}

    @Override
    public void attach(Selector selector) {}

    @Override
    public void detach(Selector selector) {}

    @Override
    public void watch(Runnable onWake) {}

    @Override
    public void take() {}
}
